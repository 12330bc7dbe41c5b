/** Instances on one PostgreSQL and one NATS of which one is stopped, and an agent that goes on with its command. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import type { InstanceState } from '@synapse/contract';
import pg from 'pg';
import { expect } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { startNats } from '../engines/nats.ts';
import { type Instance, startInstance } from '../instance.ts';
import { removeAtEnd } from '../left-behind.ts';
import { startAgent } from './agent-process.ts';
import { type LinkProxy, startLinkProxy } from './link-proxy.ts';

export interface HandOverRig {
  readonly database: pg.Client;
  readonly session: string;
  /** The first one, which the agent is linked to. */
  readonly first: Instance;
  /** Between the agent and the instance that it is aimed at. */
  readonly proxy: LinkProxy;
  /** One more instance, which ends what it runs as soon as it is asked to stop. */
  join(own?: Record<string, string>): Promise<Instance>;
  /** Starts a command on the agent and resolves when its shell runs. It reads `gate` until `open` is called. */
  begin(instance: Instance, command: (gate: string) => string, more?: object, route?: string): Promise<Begun>;
  /** The command alone, for whoever starts it in another way. `begun` resolves with its shell's number. */
  gated(command: (gate: string) => string): { command: string; mark: string; open(): void; begun(): Promise<number> };
  /** By what the others know it. */
  idOf(instance: Instance): Promise<string>;
  /** Who the log says has it. */
  ownerOf(id: string): Promise<string>;
  result(instance: Instance, id: string, waitSeconds?: number): Promise<Record<string, unknown>>;
  /** The agent's link leads there from now on. */
  linkTo(instance: Instance): Promise<void>;
  /** The result when it does not run any more. */
  ended(instance: Instance, id: string): Promise<Record<string, unknown>>;
  /** All that it printed, as far as it is kept. */
  printed(instance: Instance, id: string, stream: 'stdout' | 'stderr'): Promise<string>;
  /** Nothing is wrong with the log, and nothing is left of any hand-over. */
  intact(instance: Instance): Promise<void>;
  stop(): Promise<void>;
}

export interface Begun {
  readonly id: string;
  /** Of its shell. */
  readonly pid: number;
  readonly order: object;
  /** The answer to the call that started it. */
  readonly answer: Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
  /** Lets it go on. */
  open(): void;
}

/** Somebody has to be taken for dead first. */
export const LATE = { timeout: 120_000, interval: 250 };

export async function startHandOverRig(root: string, deadSeconds = 20): Promise<HandOverRig> {
  const nats = await startNats(root);
  const scratch = removeAtEnd(mkdtempSync(path(tmpdir(), 'synapse-hand-over-')));
  const env = {
    SYNAPSE_DATABASE_URL: await createPostgresDatabase(),
    SYNAPSE_NATS_URL: nats.url,
    SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64'),
    // The other one may be slow, not away.
    SYNAPSE_HAND_OVER_SECONDS: '120',
    SYNAPSE_INSTANCE_DEAD_SECONDS: String(deadSeconds),
  };
  const database = new pg.Client({ connectionString: env.SYNAPSE_DATABASE_URL });
  await database.connect();
  const instances: Instance[] = [];
  const join = async (own: Record<string, string> = {}) => {
    const instance = await startInstance({ ...env, SYNAPSE_DRAIN_SECONDS: '0', ...own });
    instances.push(instance);
    return instance;
  };
  const first = await join();
  const session = await first.login();
  const proxy = await startLinkProxy(first.url);
  const { enrollment } = await first.created<{ enrollment: { code: string } }>('/synapse/machines', session, {
    ...{ slug: 'laptop', kind: 'agent' },
  });
  const agent = startAgent({ url: proxy.url, code: enrollment.code });
  await agent.says('connected to');
  const runningId = async (mark: string): Promise<string> => {
    const found = () =>
      database.query('select execution_id from audit_entries where command_template like $1', [`%${mark}%`]);
    await expect.poll(async () => (await found()).rowCount).toBe(1);
    return (await found()).rows[0].execution_id;
  };
  const gated: HandOverRig['gated'] = (command) => {
    const mark = path(scratch, randomBytes(6).toString('hex'));
    return {
      command: `echo $$ > ${mark}.part; mv ${mark}.part ${mark}; ${command(`${mark}.gate`)}`,
      mark,
      open: () => writeFileSync(`${mark}.gate`, ''),
      begun: async () => {
        await expect.poll(() => existsSync(mark)).toBe(true);
        return Number(readFileSync(mark, 'utf8'));
      },
    };
  };
  const token = { token: session };
  const result: HandOverRig['result'] = async (instance, id, waitSeconds = 60) =>
    (await instance.call('GET', `/synapse/executions/${id}?wait_seconds=${waitSeconds}`, token)).body;
  return {
    ...{ database, session, first, proxy, join, gated, result },
    begin: async (instance, command, more = {}, route = '/synapse/exec') => {
      const { command: script, mark, open, begun } = gated(command);
      const one = { machine: 'laptop', raw: true };
      const many = { machines: ['laptop'] };
      const order = { ...(route === '/synapse/exec' ? one : many), command: script, cwd: '/', ...more };
      const answer = instance.call('POST', route, { token: session, body: order });
      return { pid: await begun(), id: await runningId(mark), order, answer, open };
    },
    idOf: async (instance) => {
      const { body } = await instance.call<{ instances: InstanceState[] }>('GET', '/admin/status', { token: session });
      return body.instances.find(({ asked }) => asked)!.id;
    },
    ownerOf: async (id) =>
      (await database.query('select instance_id from audit_entries where execution_id = $1', [id])).rows[0].instance_id,
    linkTo: async (instance) => {
      proxy.cut();
      proxy.aim(instance.url);
      proxy.mend();
      const linked = expect.objectContaining({ linked_agents: 1 });
      await expect
        .poll(async () => (await instance.call('GET', '/admin/status', token)).body.instances, LATE)
        .toContainEqual(expect.objectContaining({ asked: true, report: linked }));
    },
    ended: async (instance, id) => {
      await expect.poll(async () => (await result(instance, id, 0)).status, LATE).not.toBe('running');
      return result(instance, id, 0);
    },
    printed: async (instance, id, stream) => {
      let text = '';
      for (let offset: number | null = 0; offset !== null; ) {
        const path: string = `/synapse/executions/${id}/output?stream=${stream}&offset=${offset}&limit=60000`;
        const { body } = await instance.call<{ text: string; next_offset: number | null }>('GET', path, token);
        text += body.text;
        offset = body.next_offset;
      }
      return text;
    },
    intact: async (instance) => {
      const { body } = await instance.call('GET', '/synapse/audit/verify', token);
      expect(body).toMatchObject({ intact: true, findings: [] });
      expect((await database.query('select execution_id from hand_overs')).rows).toEqual([]);
    },
    stop: async () => {
      await agent.stop();
      await proxy.stop();
      await Promise.all(instances.map((instance) => instance.remove()));
      await database.end();
      await nats.stop();
    },
  };
}

/** A shell's word for: until that file is there. */
export const until = (gate: string): string => `while [ ! -e ${gate} ]; do sleep 0.1; done`;
