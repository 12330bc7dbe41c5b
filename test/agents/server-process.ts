/** The service as a process of its own, which can be killed and started again on the same port and data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAtEnd, removeAtEnd } from '../left-behind.ts';
import { SERVER_PROGRAM } from '../programs.ts';

export interface ServerProcess {
  readonly url: string;
  readonly pid: () => number;
  /** kill -9, as a crash would; or gently, as an upgrade does. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Resolves when it serves. */
  start(): Promise<void>;
  /** Calls with a session of the first user. */
  call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>;
  stop(): Promise<void>;
}

const PASSWORD = 'a password for the tests';

export async function startServerProcess(env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-server-')));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let session = '';

  const start = async (): Promise<void> => {
    const server = spawn(process.execPath, [SERVER_PROGRAM], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        SYNAPSE_PORT: String(port),
        SYNAPSE_DATA_DIR: dataDir,
        SYNAPSE_ADMIN_PASSWORD: PASSWORD,
        SYNAPSE_LOG_LEVEL: 'fatal',
        ...env,
      },
    });
    child = killAtEnd(server);
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      server.stdout!.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.includes('listening')) resolve();
      });
      server.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    });
    const body = new URLSearchParams({ username: 'admin', password: PASSWORD });
    const login = await fetch(`${url}/auth/login`, { method: 'POST', body });
    session = ((await login.json()) as { access_token: string }).access_token;
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };

  await start();
  return {
    url,
    start,
    pid: () => child!.pid!,
    kill: (signal = 'SIGKILL') => end(signal),
    call: async <T>(method: string, path: string, body?: unknown) => {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${session}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as T };
    },
    stop: async () => {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
