/** The body of an answer, taken past Node's streams: plain and over TLS, whatever its size, and cut in the middle. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { createServer as createSecureServer, request as secureRequest } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BodyTap, lengthOf, tapBody } from '../../packages/cli/src/transfer/body-tap.ts';
import { type ServiceCertificates, serviceCertificates } from '../engines/tls-certificates.ts';

const BUFFER = 256 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'synapse-tap-'));
let certificates: ServiceCertificates;
beforeAll(async () => {
  certificates = await serviceCertificates(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['plain', 'TLS'])('%s', (kind) => {
  let server: Server | undefined;
  const serve = async (answer: RequestListener): Promise<number> => {
    const { cert, key } = certificates.good;
    const secrets = { cert: readFileSync(cert), key: readFileSync(key) };
    const started = kind === 'TLS' ? createSecureServer(secrets, answer) : createServer(answer);
    server = started.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const call = async (port: number, tap: BodyTap): Promise<IncomingMessage> => {
    const options = { host: 'localhost', family: 4, port, agent: false, onread: tap.onread };
    const secure = { ...options, ca: readFileSync(certificates.ca) };
    const asked = kind === 'TLS' ? secureRequest(secure) : request(options);
    tap.watch(asked);
    asked.on('error', () => undefined).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return response;
  };
  const stop = async () => {
    server?.close();
    if (server) await once(server, 'close');
    server = undefined;
  };

  it.each([0, 1, 65_536, BUFFER - 1, BUFFER, BUFFER + 1, 3 * BUFFER + 17, 9_000_001])('%i bytes', async (size) => {
    const bytes = randomBytes(size);
    const port = await serve((_asked, answer) => {
      answer.writeHead(200, { 'content-length': size });
      answer.end(bytes);
    });
    const tap = tapBody();
    const response = await call(port, tap);
    expect(lengthOf(response)).toBe(size);
    const pieces: Buffer[] = [];
    await tap.drain(response, size, (piece) => void pieces.push(Buffer.from(piece)));
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    // Else it would have come through the stream.
    expect(pieces.every((piece) => piece.length <= BUFFER)).toBe(true);
    await stop();
  });

  it('reads nothing before it is asked to', async () => {
    const size = 64 * 1024 * 1024;
    let ended = false;
    const port = await serve((_asked, answer) => {
      answer.writeHead(200, { 'content-length': size });
      answer.end(Buffer.alloc(size, 'x'), () => {
        ended = true;
      });
    });
    const tap = tapBody();
    const response = await call(port, tap);
    // Many turns of the event loop, in which the other end writes as much as there is room for.
    for (let turn = 0; turn < 1_000; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    expect(response.readableLength).toBeLessThanOrEqual(BUFFER);
    let come = 0;
    await tap.drain(response, size, (piece) => {
      come += piece.length;
    });
    expect(come).toBe(size);
    await stop();
  });

  it('a body that is cut is no body', async () => {
    const port = await serve((_asked, answer) => {
      answer.writeHead(200, { 'content-length': 1_000_000 });
      answer.write(Buffer.alloc(400_000), () => answer.destroy());
    });
    const tap = tapBody();
    const response = await call(port, tap);
    let come = 0;
    const drained = tap.drain(response, 1_000_000, (piece) => {
      come += piece.length;
    });
    await expect(drained).rejects.toThrow();
    expect(come).toBeLessThanOrEqual(400_000);
    await stop();
  });

  it('whoever cannot take it ends the call', async () => {
    const closed = Promise.withResolvers<void>();
    const port = await serve((_asked, answer) => {
      answer.once('close', closed.resolve);
      answer.writeHead(200, { 'content-length': 50_000_000 });
      answer.write(Buffer.alloc(1_000_000));
    });
    const tap = tapBody();
    const response = await call(port, tap);
    const full = () => {
      throw new Error('no space left');
    };
    await expect(tap.drain(response, 50_000_000, full)).rejects.toThrow('no space left');
    await closed.promise;
    await stop();
  });

  it('a body of unknown length, and what is no file, is left to the stream', async () => {
    const port = await serve((asked, answer) => {
      answer.writeHead(asked.url === '/' ? 200 : 404);
      answer.write('one ');
      answer.end('two');
    });
    const tap = tapBody();
    const response = await call(port, tap);
    expect(lengthOf(response)).toBe(null);
    let text = '';
    for await (const piece of response) text += String(piece);
    expect(text).toBe('one two');
    await stop();
  });
});
