/** The service as a process that can be killed and started again where it was: same port, same data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_PASSWORD, type Answer, type CallOptions, createClient } from './client.ts';
import { removeAtEnd } from './left-behind.ts';
import { startServerProcess } from './server-process.ts';

export interface RestartableServer {
  readonly url: string;
  readonly dataDir: string;
  pid(): number;
  /** Everything that it has written since it was started last. */
  printed(): string;
  /** As a crash does, or gently, as an upgrade does. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Resolves when it serves. */
  start(): Promise<void>;
  /** Calls with a session of the first user. */
  call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>;
  stop(): Promise<void>;
}

export async function startRestartableServer(env: Readonly<Record<string, string>> = {}): Promise<RestartableServer> {
  const home = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-server-')));
  const settings = {
    HOME: home,
    SYNAPSE_DATA_DIR: join(home, 'data'),
    SYNAPSE_ADMIN_PASSWORD: ADMIN_PASSWORD,
    SYNAPSE_LOG_LEVEL: 'warn',
    ...env,
  };
  let server = await startServerProcess(settings);
  const { url } = server;
  const client = createClient(url);
  let session: string | null = null;
  /** A process that gets no time loses its lease, and refuses everything until it has another one: nothing was done. */
  const send = async <T>(method: string, path: string, options: CallOptions): Promise<Answer<T>> => {
    for (;;) {
      const answer = await client.call<T>(method, path, options);
      if ((answer.body as { code?: string } | null)?.code !== 'not_ready') return answer;
      await sleep(Number(answer.headers.get('retry-after')) * 1000);
    }
  };
  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => void (await server.kill(signal));
  return {
    url,
    dataDir: settings.SYNAPSE_DATA_DIR,
    pid: () => server.child.pid!,
    printed: () => server.stdout() + server.stderr(),
    kill,
    start: async () => {
      server = await startServerProcess({ ...settings, SYNAPSE_PORT: new URL(url).port });
      session = null;
    },
    call: async <T>(method: string, path: string, body?: unknown) => {
      if (session === null) {
        const form = { username: 'admin', password: settings.SYNAPSE_ADMIN_PASSWORD };
        const { status, body: signedIn } = await send<{ access_token: string }>('POST', '/auth/login', { form });
        if (status !== 200) throw new Error(`the sign-in was refused: ${status} ${JSON.stringify(signedIn)}`);
        session = signedIn.access_token;
      }
      return send<T>(method, path, { token: session, ...(body === undefined ? {} : { body }) });
    },
    stop: async () => {
      await kill('SIGTERM');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
