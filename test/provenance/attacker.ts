/** A host of somebody who wants secrets: lets everybody in, gives them a real shell, and takes down all that it is sent. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import ssh2, { type Connection } from 'ssh2';
import { generateEd25519 } from '../engines/ed25519-keys.ts';

export interface Attacker {
  readonly port: number;
  /** How many connections there were. */
  readonly connections: () => number;
  /** All that was received and could be read: names, passwords, commands, what was typed into them. */
  readonly received: () => string;
  /** Of the keys with which somebody logged in. */
  readonly fingerprints: () => readonly string[];
  readonly hostKey: string;
  /** From now on another key, as a stranger at the same address has. */
  changeKey(): void;
  forget(): void;
  close(): void;
}

export const fingerprintOf = (blob: Buffer): string =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;

export async function openAttacker(): Promise<Attacker> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let texts: string[] = [];
  let keys: string[] = [];
  let pair = generateEd25519();

  const serve = (client: Connection): void => {
    client.on('error', () => {});
    client.on('authentication', (context) => {
      texts.push(context.username);
      if (context.method === 'password') texts.push(context.password);
      if (context.method === 'publickey') {
        keys.push(fingerprintOf(context.key.data));
        texts.push(context.key.data.toString('base64'));
      }
      context.accept();
    });
    client.on('session', (accept) => {
      accept().on('exec', (start, _reject, { command }) => {
        texts.push(command);
        const channel = start().on('error', () => {});
        const child = spawn('sh', ['-c', command], { stdio: 'pipe' });
        for (const stream of [child, child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
        channel.on('data', (bytes: Buffer) => {
          texts.push(bytes.toString());
          child.stdin.write(bytes);
        });
        channel.on('end', () => child.stdin.end());
        channel.on('close', () => child.kill('SIGKILL'));
        child.stdout.on('data', (bytes: Buffer) => channel.write(bytes));
        child.stderr.on('data', (bytes: Buffer) => channel.stderr.write(bytes));
        child.on('close', (code) => {
          channel.exit(code ?? 255);
          channel.end();
        });
      });
    });
    client.on('tcpip', (accept, reject, { destIP, destPort }) => {
      const onward = connect(destPort, destIP);
      onward.once('error', () => reject());
      onward.once('connect', () => {
        const channel = accept();
        channel.on('error', () => {});
        onward.pipe(channel).pipe(onward);
      });
    });
  };

  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    new ssh2.Server({ hostKeys: [pair.private] }, serve).injectSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    connections: () => connections,
    received: () => texts.join('\n'),
    fingerprints: () => keys,
    get hostKey() {
      return pair.public.trim();
    },
    changeKey: () => {
      pair = generateEd25519();
      for (const socket of sockets) socket.destroy();
    },
    forget: () => {
      connections = 0;
      texts = [];
      keys = [];
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
