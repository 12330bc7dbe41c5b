/**
 * Three instances in trouble, with agents and wrong clocks: killed, frozen, cut off from the database, the database away
 * for all, silent, deaf and without room, without NATS, and upgraded one after the other. What clients were told, what
 * the log says and what really ran is compared at the end, by a checker; and it is measured, for each fault, how long
 * entries stayed open and others waited. `npm run bench -- faults`.
 *
 * FAULT_RUNS (1): so many times, each with instances of its own. FAULT_ONLY: faults whose names contain this.
 * FAULT_PROGRAM: another version of the service (`packages/server/src/main.ts` of its clone), to see what it breaks.
 * FAULT_LOGS: a folder for the logs of instances that broke a promise. FAULT_BEFORE: all begin with this version, and are upgraded once. FAULT_BALANCER=1: calls also go through HAProxy.
 * The short form is test/instances/trouble.all.test.ts.
 */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { bundlePrograms } from '../test/engines/bundle-programs.ts';
import { findHaproxy } from '../test/engines/haproxy.ts';
import { findNats } from '../test/engines/nats.ts';
import { type PostgresServer, startPostgres } from '../test/engines/postgres.ts';
import { MARGIN_MS } from '../test/instances/history/check-history.ts';
import type { Member } from '../test/instances/history/member.ts';
import type { Effect, Trouble } from '../test/instances/history/trouble.ts';
import { cleanUp } from '../test/left-behind.ts';
import { report } from './figure.ts';

// As it is shipped: a start from the sources costs twice as much, and there are many.
process.env.TESTED_PROGRAMS ??= await bundlePrograms();
const { SERVER_PROGRAM } = await import('../test/programs.ts');
const { befall } = await import('../test/instances/history/member.ts');
const { startTrouble } = await import('../test/instances/history/trouble.ts');

const RUNS = Number(process.env.FAULT_RUNS ?? 1);
const ONLY = process.env.FAULT_ONLY ?? '';
const LEASE_SECONDS = 6;
const LEASE_MS = LEASE_SECONDS * 1000;
const LONGER_MS = LEASE_MS + 4_000;
const SHORTER_MS = LEASE_MS / 3;
const FIVE_MINUTES = 5 * 60_000;
const DRAIN_SECONDS = 4;
/** Lame duck, drain, what is killed, what is closed: an instance that was asked to stop has ended by then. */
const STOP_MS = (2 + DRAIN_SECONDS + 5 + 15) * 1000;
const FULL = ['audit_entries', 'windows', 'audit_heads'];
/** How long a command of another instance runs on after it was cancelled. */
const CANCEL_MS = 5_000;

interface Scene {
  readonly trouble: Trouble;
  readonly postgres: PostgresServer;
  readonly anyOne: () => Member;
  /** A connection of its own: that of the checker may be cut by what befalls the database. */
  readonly atDatabase: (...statements: string[]) => Promise<void>;
}

interface Befalling {
  /** Whom: one of them, all, or nobody. */
  readonly whom: 'one' | 'all' | 'none';
  readonly databaseAway?: boolean;
  readonly orderly?: boolean;
  work(scene: Scene, member: Member): Promise<unknown>;
}

const FAULTS: Record<string, Befalling> = {
  'killed (-9)': { whom: 'one', work: (_scene, member) => befall.kill(member) },
  'frozen, lease lost': { whom: 'one', work: (_scene, member) => befall.freeze(member, LONGER_MS) },
  'frozen, lease kept': { whom: 'one', work: (_scene, member) => befall.freeze(member, SHORTER_MS) },
  'frozen for three leases': { whom: 'one', work: (_scene, member) => befall.freeze(member, 3 * LEASE_MS) },
  'cut off from the database': { whom: 'one', work: (_scene, member) => befall.cut(member, LONGER_MS) },
  'cut off for a moment': { whom: 'one', work: (_scene, member) => befall.cut(member, SHORTER_MS) },
  'connections to the database silent': { whom: 'one', work: (_scene, member) => befall.silence(member, LONGER_MS) },
  'answers of the database lost': { whom: 'one', work: (_scene, member) => befall.deafen(member, LONGER_MS) },
  'database away for a moment': {
    whom: 'all',
    databaseAway: true,
    work: async ({ postgres, trouble }) => {
      postgres.pause();
      await sleep(SHORTER_MS);
      postgres.resume();
      await settlesSoon(trouble);
    },
  },
  'database away': {
    whom: 'all',
    databaseAway: true,
    work: async ({ postgres }) => {
      postgres.pause();
      await sleep(LONGER_MS);
      postgres.resume();
    },
  },
  'database away, one killed meanwhile': {
    whom: 'all',
    databaseAway: true,
    work: async ({ postgres }, member) => {
      postgres.pause();
      // Commands end meanwhile, and are told as ended.
      await sleep(SHORTER_MS);
      await befall.kill(member, async () => postgres.resume());
    },
  },
  'database without room': {
    whom: 'all',
    databaseAway: true,
    work: async ({ atDatabase }) => {
      await atDatabase(
        `create or replace function full_disk() returns trigger language plpgsql as $$
         begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
        ...FULL.map(
          (table) => `create trigger full_disk before insert or update on ${table} execute function full_disk()`,
        ),
      );
      await sleep(SHORTER_MS);
      await atDatabase(...FULL.map((table) => `drop trigger full_disk on ${table}`));
    },
  },
  'NATS away': {
    whom: 'none',
    work: async ({ trouble }) => {
      await trouble.nats.kill();
      await cancelElsewhere(trouble);
      await revokeElsewhere(trouble);
      await trouble.nats.restart();
    },
  },
  'rolling restart': {
    whom: 'none',
    orderly: true,
    work: async ({ trouble }) => {
      const after = process.env.FAULT_BEFORE === undefined ? undefined : SERVER_PROGRAM;
      for (const member of trouble.members) {
        await trouble.during({ name: 'rolling restart', orderly: true }, [member], async () => {
          const { child, stderr } = member.instance;
          const overdue = setTimeout(() => {
            trouble.broken(`${member.name} did not end within ${STOP_MS} ms: ${stderr().slice(-600)}`);
            child.kill('SIGKILL');
          }, STOP_MS);
          child.once('exit', () => clearTimeout(overdue));
          const code = await befall.replace(member, after);
          if (code !== 0) trouble.broken(`${member.name} ended with ${code}`);
        });
        await sleep(1_000);
      }
    },
  },
};

/** What was told as ended is in the log a moment after the database is back. */
async function settlesSoon(trouble: Trouble): Promise<void> {
  const ms = await trouble.settled();
  if (ms > MARGIN_MS) trouble.broken(`ends were written ${ms} ms after the database was back`);
}

interface Answer {
  readonly execution_id: string;
  readonly status: string;
}

/** A command of one instance is cancelled at another. */
async function cancelElsewhere({ members, accounts, broken }: Trouble): Promise<void> {
  const { session: token } = accounts[0]!;
  const body = { machine: 'local', command: 'sleep 60 # to be cancelled', cwd: '/', wait_seconds: 0 };
  const begun = await members[0]!.instance.call<Answer>('POST', '/synapse/exec', { token, body });
  if (begun.status !== 200) return void process.stdout.write(`    (not begun, and not judged: ${begun.status})\n`);
  const path = `/synapse/executions/${begun.body.execution_id}`;
  const told = await members[1]!.instance.call<Answer>('POST', `${path}/cancel`, { token });
  if (told.body.status !== 'cancelled') broken(`a cancel without NATS was answered ${JSON.stringify(told.body)}`);
}

/** A token is revoked at one instance while a command that it gave runs on another. */
async function revokeElsewhere({ members, accounts, broken }: Trouble): Promise<void> {
  const { session, token } = accounts[1]!;
  const [a, b] = [members[0]!.instance, members[1]!.instance];
  const order = { machine: 'local', command: 'sleep 60 # to be revoked', cwd: '/', wait_seconds: 0 };
  const { result, text } = await a.tool(token, 'synapse_exec', order);
  if (result === undefined) return void process.stdout.write(`    (not begun, and not judged: ${text})\n`);
  await b.call('POST', `/tda/ai/tokens/emergency-revoke?token=${token}`);
  const status = async () =>
    (await b.call<Answer>('GET', `/synapse/executions/${result.execution_id}`, { token: session })).body.status;
  const end = Date.now() + CANCEL_MS;
  while ((await status()) === 'running' && Date.now() < end) await sleep(100);
  if ((await status()) !== 'cancelled') broken(`without NATS, a revoked token's command is ${await status()}`);
}

async function run(natsRoot: string, haproxyRoot: string | undefined): Promise<Outcome> {
  const postgres = await startPostgres();
  const databaseUrl = `${postgres.url}/bench`;
  const at = async (url: string, ...statements: string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await at(`${postgres.url}/postgres`, 'create database bench');
  const trouble = await startTrouble({
    natsRoot,
    haproxyRoot,
    databaseUrl,
    leaseSeconds: LEASE_SECONDS,
    paceMs: 4_200,
    users: 6,
    agents: 3,
    skewsMs: [0, FIVE_MINUTES, -FIVE_MINUTES],
    before: process.env.FAULT_BEFORE ?? process.env.FAULT_PROGRAM,
    settings: { SYNAPSE_LAME_DUCK_SECONDS: '2', SYNAPSE_DRAIN_SECONDS: String(DRAIN_SECONDS) },
  }).catch((error: unknown) => {
    postgres.stop();
    throw error;
  });
  const anyOne = () => trouble.members[randomInt(trouble.members.length)]!;
  const scene: Scene = { trouble, postgres, anyOne, atDatabase: (...statements) => at(databaseUrl, ...statements) };
  try {
    // As many for each user as may run at once: nobody waits for a turn.
    const rest = trouble.load(12);
    await trouble.begun(10);
    const names = Object.keys(FAULTS).filter((name) => name.includes(ONLY));
    for (const name of names) {
      const { whom, work, ...kind } = FAULTS[name]!;
      const member = anyOne();
      const members = whom === 'one' ? [member] : whom === 'all' ? trouble.members : [];
      process.stdout.write(`  ${name}\n`);
      await trouble.during({ name, ...kind }, members, () => work(scene, member));
      await ready(trouble.members);
      await sleep(1_000 + randomInt(2_000));
    }
    await rest();
    const { problems, asked, log, effects } = await trouble.decide();
    for (const problem of problems) process.stdout.write(`    ${problem}\n`);
    const folder = process.env.FAULT_LOGS;
    if (folder !== undefined && problems.length > 0) {
      for (const { name, instance } of trouble.members) writeFileSync(join(folder, `${name}.log`), instance.stderr());
    }
    return { problems, effects, asked: asked.length, log: log.length };
  } finally {
    await trouble.stop();
    postgres.stop();
  }
}

interface Outcome {
  readonly problems: readonly string[];
  readonly effects: readonly Effect[];
  readonly asked: number;
  readonly log: number;
}

async function ready(members: readonly Member[]): Promise<void> {
  const isReady = async ({ instance }: Member) => (await instance.call('GET', '/readyz')).status === 200;
  for (const member of members) while (!(await isReady(member))) await sleep(100);
}

const natsRoot = await findNats();
const haproxyRoot = process.env.FAULT_BALANCER === '1' ? await findHaproxy() : undefined;
const outcomes: Outcome[] = [];
for (let turn = 0; turn < 2 * RUNS && outcomes.length < RUNS; turn++) {
  process.stdout.write(`run ${outcomes.length + 1} of ${RUNS}\n`);
  // On a computer that is busy enough, three instances lose their leases before there is a user.
  const outcome = await run(natsRoot, haproxyRoot).catch((error: unknown) => String(error));
  await cleanUp();
  if (typeof outcome === 'string') process.stdout.write(`  not begun, or not ended: ${outcome}\n`);
  else outcomes.push(outcome);
}
const effects = Map.groupBy(
  outcomes.flatMap((outcome) => outcome.effects),
  ({ fault }) => fault,
);
process.stdout.write(
  '\n| Fault | Interrupted | Open after the end of the lease | Others waited |\n|---|---|---|---|\n',
);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
for (const [fault, times] of effects) {
  const most = (of: (one: Effect) => number): number => Math.max(...times.map(of));
  const interrupted = times.reduce((sum, one) => sum + one.interrupted, 0);
  const row = [fault, interrupted, seconds(most(({ openMs }) => openMs)), seconds(most(({ waitMs }) => waitMs))];
  process.stdout.write(`| ${row.join(' | ')} |\n`);
}
process.stdout.write('\n');
const sum = (of: (one: Outcome) => number): number => outcomes.reduce((total, one) => total + of(one), 0);
report({ name: 'runs', value: outcomes.length, unit: '', atLeast: RUNS });
report({ name: 'commands that clients asked for', value: sum(({ asked }) => asked), unit: '' });
report({ name: 'entries of the log', value: sum(({ log }) => log), unit: '' });
report({ name: 'promises broken', value: sum(({ problems }) => problems.length), unit: '', atMost: 0 });
process.exit();
