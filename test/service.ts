/** A real service for scenarios: composed as in production, on a port of its own, with a data directory of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Application } from '../packages/server/src/compose.ts';
import { compose } from '../packages/server/src/compose.ts';
import { type Config, readConfig } from '../packages/server/src/config/read-config.ts';
import { firstRun } from '../packages/server/src/service/first-run.ts';
import { ADMIN_PASSWORD, type Answer, type CallOptions, type Client, createClient, type ToolAnswer } from './client.ts';
import { stopAtEnd } from './left-behind.ts';

export { ADMIN_PASSWORD, type Answer, type CallOptions, type ToolAnswer };

export interface Service extends Client {
  readonly url: string;
  readonly app: Application;
  readonly dataDir: string;
  /** A folder for commands: that of the service is out of their reach. */
  readonly scratch: string;
  /** Every line of the log so far. */
  readonly log: string[];
  /** Moves the service's clock. */
  advance(ms: number): void;
  /** From here on its time stands still, but for `advance`: on a busy computer a minute is soon over. */
  holdClock(): void;
  letClockRun(): void;
  /** A new user with a session and, on request, an AI token. */
  newUser(plan: string, options?: { role?: string }): Promise<TestUser>;
  stop(): Promise<void>;
}

export interface TestUser {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  readonly session: string;
}

/** How many commands a user may give in a minute where nobody sets it. */
export const USUAL_RATE = { execPerMinute: 30 } as const;

/**
 * `fixed`: what no operator sets, and how many commands a user may give in a minute: as many as they like, unless that
 * is what is tested.
 */
export async function startService(
  env: Record<string, string> = {},
  fixed: Partial<Pick<Config, 'connectSeconds' | 'agentHeartbeatMs' | 'execPerMinute' | 'instanceDeadSeconds'>> = {},
): Promise<Service> {
  const dataDir = env.SYNAPSE_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'synapse-service-'));
  const scratch = mkdtempSync(join(tmpdir(), 'synapse-scratch-'));
  const read = readConfig({
    SYNAPSE_PORT: '0',
    SYNAPSE_ADMIN_PASSWORD: ADMIN_PASSWORD,
    SYNAPSE_DRAIN_SECONDS: '1',
    // On a busy computer a shell takes its time.
    SYNAPSE_SHELL_SECONDS: '60',
    ...env,
    SYNAPSE_DATA_DIR: dataDir,
  });
  // Who tests the checks of machines asks for them.
  const execPerMinute = env.SYNAPSE_LIMITS?.includes('minute=') ? read.execPerMinute : 10_000;
  const config = { ...read, healthSeconds: 0, execPerMinute, ...fixed };
  const log: string[] = [];
  let shift = 0;
  let heldAt: number | null = null;
  const app = await compose(
    config,
    pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
    () => (heldAt ?? Date.now()) + shift,
  );
  await firstRun(app.users, app.machines, config);
  await app.http.listen({ host: config.host, port: 0 });
  const { port } = app.http.server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;

  const client = createClient(url);
  let users = 0;
  // Checking a password costs more than all the rest of making a user.
  let admin: string | undefined;
  const service: Service = {
    url,
    app,
    dataDir,
    scratch,
    log,
    ...client,
    holdClock: () => {
      heldAt = Date.now();
    },
    letClockRun: () => {
      heldAt = null;
    },
    advance: (ms) => {
      shift += ms;
      admin = undefined;
    },
    newUser: async (plan, { role = 'member' } = {}) => {
      const username = `user-${++users}-${process.pid}`;
      const password = `password of ${username}`;
      const account = { username, password, plan, role };
      admin ??= await client.login();
      const make = () => client.call<{ id: string }>('POST', '/admin/users', { token: admin, body: account });
      let made = await make();
      if (made.status === 401) {
        // The test has ended that session.
        admin = await client.login();
        made = await make();
      }
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      const { id } = made.body;
      return { id, username, password, session: await client.login(username, password) };
    },
    stop: async () => {
      stopped();
      await app.stop();
      rmSync(scratch, { recursive: true, force: true });
      if (env.SYNAPSE_DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
  const stopped = stopAtEnd(service.stop);
  return service;
}
