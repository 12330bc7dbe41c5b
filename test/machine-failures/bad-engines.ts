/** Container engines that fail, each in its own way, behind a socket and behind TLS. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { freePort } from '../engines/engines.ts';
import type { EngineCertificates } from '../engines/tls-certificates.ts';

export interface BadEngine {
  readonly name: string;
  readonly connection: Record<string, string>;
  /** The time for connecting ends the wait for it. */
  readonly silent?: boolean;
  /** Values of the secrets that the connection names. */
  readonly secrets: Readonly<Record<string, string>>;
}

export interface BadEngines {
  readonly engines: readonly BadEngine[];
  close(): void;
}

const json = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** What an engine may send instead of an answer. Null: nothing. */
const ANSWERS: Readonly<Record<string, string | null>> = {
  silent: null,
  garbage: '\x00\xff\xfe no HTTP at all\r\n\r\n',
  'an error of its own': json('500 Internal Server Error', '{"message":"out of order"}'),
  'an error without words': json('503 Service Unavailable', ''),
  'not JSON': json('200 OK', '<html>hello</html>'),
  'JSON of another kind': json('200 OK', '{"hello":"world"}'),
  null: json('200 OK', 'null'),
  'half an answer': 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"Id": "ab',
  'half a header': 'HTTP/1.1 200 OK\r\nContent-Le',
  'a detour to nowhere known': 'HTTP/1.1 302 Found\r\nLocation: ftp://elsewhere/\r\nContent-Length: 0\r\n\r\n',
  'a detour': 'HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n',
  'another protocol': 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n',
  'endless headers': `HTTP/1.1 200 OK\r\n${'X-More: and more\r\n'.repeat(20_000)}`,
};

/** Those that leave whoever asks them waiting. */
const SILENT = ['silent', 'half an answer', 'half an answer, then cut', 'half a header', 'another protocol'];

export async function openBadEngines(folder: string, certificates: EngineCertificates): Promise<BadEngines> {
  mkdirSync(folder, { recursive: true });
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const serve = (answer: string | null, closes: boolean) => (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    if (closes && answer === null) return void socket.destroy();
    socket.once('data', () => answer !== null && (closes ? socket.end(answer) : socket.write(answer)));
  };
  const listen = async (server: Server, where: string | number): Promise<number> => {
    servers.push(server);
    await new Promise<void>((resolve) =>
      typeof where === 'string' ? server.listen(where, resolve) : server.listen(where, '127.0.0.1', resolve),
    );
    return typeof where === 'string' ? 0 : (server.address() as { port: number }).port;
  };
  const behindSocket = async (name: string, answer: string | null, closes = false): Promise<BadEngine> => {
    const path = join(folder, `${servers.length}.sock`);
    await listen(createServer(serve(answer, closes)), path);
    return { name: `socket: ${name}`, connection: { socket: path }, secrets: {}, silent: SILENT.includes(name) };
  };
  const atPath = (name: string, socket: string): BadEngine => ({
    name: `socket: ${name}`,
    connection: { socket },
    secrets: {},
  });

  const { ca, cert, key, foreign } = certificates;
  const behindTls = (
    name: string,
    host: string,
    secrets: { ca?: string; cert?: string; key?: string } = {},
  ): BadEngine => ({
    name: `TLS: ${name}`,
    connection: { host, ca_secret: 'CA', cert_secret: 'CERT', key_secret: 'KEY' },
    secrets: { CA: secrets.ca ?? ca, CERT: secrets.cert ?? cert, KEY: secrets.key ?? key },
  });
  const tls = async (answer: string | null, closes = false) =>
    `127.0.0.1:${await listen(createTlsServer({ cert: foreign.cert, key: foreign.key, ca: foreign.ca }, serve(answer, closes)), 0)}`;
  const plain = `127.0.0.1:${await listen(createServer(serve(json('200 OK', '[]'), false)), 0)}`;
  const mute = `127.0.0.1:${await listen(createServer(serve(null, false)), 0)}`;
  // Its certificate is not a server's. For a client that trusted it, the rest would still be as bad.
  const sealed = await tls(json('200 OK', '[]'));

  const file = join(folder, 'plain-file');
  writeFileSync(file, 'not a socket');
  const engines = [
    atPath('missing', join(folder, 'nowhere.sock')),
    atPath('a plain file', file),
    atPath('a folder', folder),
    atPath('a device', '/dev/null'),
    atPath('in no folder', '/no/such/folder/docker.sock'),
    atPath('a name too long for a socket', `/tmp/${'x'.repeat(200)}`),
    await behindSocket('closes at once', null, true),
    ...(await Promise.all(Object.entries(ANSWERS).map(([name, answer]) => behindSocket(name, answer)))),
    await behindSocket('half an answer, then cut', ANSWERS['half an answer']!, true),
    behindTls('refuses', `127.0.0.1:${await freePort()}`),
    behindTls('does not resolve', 'no-such-host.invalid'),
    { ...behindTls('silent before TLS', mute), silent: true },
    behindTls('no TLS at all', plain),
    behindTls('an authority that is text', sealed, { ca: 'any text' }),
    behindTls('a certificate that is text', sealed, { cert: 'any text' }),
    behindTls('a key that is text', sealed, { key: 'any text' }),
    behindTls('a key that is cut short', sealed, { key: key.slice(0, 200) }),
    behindTls('a key of another certificate', sealed, { key: foreign.key }),
    behindTls('a key for a certificate', sealed, { cert: key }),
    behindTls('a certificate for a key', sealed, { key: cert }),
    behindTls('an authority that did not sign it', sealed),
    behindTls('a name that is no address', '...:::'),
    behindTls('a port out of range', '127.0.0.1:99999'),
  ];
  return {
    engines,
    close: () => {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
