/** A real NATS server: the Debian package, unpacked, on a port of its own. */
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellQuote } from '@synapse/runner';
import { fetchPackages, freePort } from './engines.ts';
import { type Daemon, supervise } from './supervise.ts';

export interface NatsServer {
  readonly url: string;
  /** Ends it like a crash. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function findNats(): Promise<string> {
  return fetchPackages('nats', ['nats-server']);
}

export async function startNats(root: string): Promise<NatsServer> {
  const port = await freePort();
  let daemon = await start(root, port);
  return {
    url: `nats://127.0.0.1:${port}`,
    kill: () => daemon.kill(),
    restart: async () => {
      await daemon.stop();
      daemon = await start(root, port);
    },
    stop: () => daemon.stop(),
  };
}

async function start(root: string, port: number): Promise<Daemon> {
  const folder = await mkdtemp(join(tmpdir(), 'synapse-nats-'));
  return supervise({
    argv: [join(root, 'usr/sbin/nats-server'), '-a', '127.0.0.1', '-p', String(port)],
    env: { PATH: process.env.PATH },
    log: join(folder, 'log'),
    cleanup: `rm -rf ${shellQuote(folder)}`,
    ready: () => greeted(port),
  });
}

/** The server sends first. */
async function greeted(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    if (!chunk.toString().startsWith('INFO ')) throw new Error('not a NATS server');
  } finally {
    socket.destroy();
  }
}
