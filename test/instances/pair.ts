/** Two instances of the service on one PostgreSQL and one NATS, and what tests do with commands that run on them. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type NatsServer, startNats } from '../engines/nats.ts';
import { isGone } from '../engines/supervise.ts';
import { type Account, type Instance, startInstance } from '../instance.ts';
import type { ToolAnswer } from '../service.ts';

export interface Pair {
  readonly a: Instance;
  readonly b: Instance;
  readonly nats: NatsServer;
  readonly database: pg.Client;
  readonly env: Record<string, string>;
  /** A folder for files that commands write as a sign. */
  readonly scratch: string;
  /** One more instance, with settings of its own. */
  join(own?: Record<string, string>): Promise<Instance>;
  stop(): Promise<void>;
}

export async function startPair(natsRoot: string, settings: Record<string, string> = {}): Promise<Pair> {
  const nats = await startNats(natsRoot);
  const env = {
    SYNAPSE_DATABASE_URL: await createPostgresDatabase(),
    SYNAPSE_NATS_URL: nats.url,
    SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64'),
    SYNAPSE_INSTANCE_DEAD_SECONDS: '10',
    ...settings,
  };
  const database = new pg.Client({ connectionString: env.SYNAPSE_DATABASE_URL });
  await database.connect();
  const instances: Instance[] = [];
  const join = async (own: Record<string, string> = {}) => {
    const instance = await startInstance({ ...env, ...own });
    instances.push(instance);
    return instance;
  };
  const [a, b] = await Promise.all([join(), join()]);
  const scratch = mkdtempSync(path(tmpdir(), 'synapse-instances-'));
  return {
    a,
    b,
    nats,
    database,
    env,
    scratch,
    join,
    stop: async () => {
      await Promise.all(instances.map((instance) => instance.remove()));
      await database.end();
      await nats.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

export const exec = (instance: Instance, { token }: Account, command: string, more: object = {}): Promise<ToolAnswer> =>
  instance.tool(token, 'synapse_exec', { machine: 'local', command, ...more });

/** Starts a command that writes its shell's number to a file and keeps running; resolves when it runs. */
export async function startLong(scratch: string, instance: Instance, account: Account, printing = 'true') {
  const mark = path(scratch, randomBytes(6).toString('hex'));
  const command = `${printing}; echo $$ > ${mark}.part; mv ${mark}.part ${mark}; sleep 60`;
  const { result } = await exec(instance, account, command, { wait_seconds: 0 });
  await expect.poll(() => existsSync(mark)).toBe(true);
  return { id: result.execution_id as string, pid: Number(readFileSync(mark, 'utf8')) };
}

export const dead = (pid: number) => expect.poll(() => isGone(pid)).toBe(true);

export async function intact(instance: Instance, account: Account, entries: number): Promise<void> {
  const { body } = await instance.call('GET', '/synapse/audit/verify', { token: account.session });
  expect(body).toMatchObject({ intact: true, entries, findings: [] });
}
