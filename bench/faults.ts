/**
 * Three instances in trouble, behind a balancer, with twenty agents and wrong clocks: killed, frozen for a minute, cut off
 * from the database, the database away for all and without room, without NATS, and upgraded one after the other. What
 * clients were told, what the log says and what really ran is compared at the end, by a checker. `npm run bench -- faults`,
 * FAULT_SECONDS (240) of it. FAULT_BEFORE names the program of the version before (`packages/server/dist/main.js` of its
 * folder): all begin with it and are upgraded once. The short form is test/instances/trouble.all.test.ts.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findHaproxy } from '../test/engines/haproxy.ts';
import { findNats } from '../test/engines/nats.ts';
import { startPostgres } from '../test/engines/postgres.ts';
import { befall } from '../test/instances/history/member.ts';
import { LEASE_SECONDS, startTrouble } from '../test/instances/history/trouble.ts';
import { report } from './figure.ts';

const SECONDS = Number(process.env.FAULT_SECONDS ?? 240);
const LONGER_MS = (LEASE_SECONDS + 3) * 1000;
const SHORTER_MS = (LEASE_SECONDS / 3) * 1000;
const MINUTE_MS = 60_000;
const FIVE_MINUTES = 5 * MINUTE_MS;
const FULL = ['audit_entries', 'windows', 'audit_heads'];

const postgres = await startPostgres();
const admin = new pg.Client({ connectionString: `${postgres.url}/postgres` });
await admin.connect();
await admin.query('create database bench');
await admin.end();
const trouble = await startTrouble({
  natsRoot: await findNats(),
  haproxyRoot: await findHaproxy(),
  databaseUrl: `${postgres.url}/bench`,
  users: 12,
  agents: 20,
  skewsMs: [0, FIVE_MINUTES, -FIVE_MINUTES],
  before: process.env.FAULT_BEFORE,
  settings: { SYNAPSE_LAME_DUCK_SECONDS: '2', SYNAPSE_DRAIN_SECONDS: '8' },
});
const anyOne = () => trouble.members[randomInt(trouble.members.length)]!;
/** A connection of its own: that of the checker may be cut by what befalls the database. */
const atDatabase = async (...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: `${postgres.url}/bench` });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

const faults: Record<string, () => Promise<unknown>> = {
  'rolling upgrade': async () => {
    for (const member of trouble.members) {
      const code = await befall.replace(member);
      if (code !== 0) throw new Error(`${member.name} ended with ${code}`);
      await sleep(2_000);
    }
  },
  'kill -9': () => befall.kill(anyOne()),
  'frozen, lease lost': () => befall.freeze(anyOne(), LONGER_MS),
  'frozen, lease kept': () => befall.freeze(anyOne(), SHORTER_MS),
  'cut off from the database, lease lost': () => befall.cut(anyOne(), LONGER_MS),
  'cut off from the database, lease kept': () => befall.cut(anyOne(), SHORTER_MS),
  'connections to the database silent': () => befall.silence(anyOne(), LONGER_MS),
  'database away for all': async () => {
    postgres.pause();
    await sleep(LONGER_MS);
    postgres.resume();
  },
  'database without room': async () => {
    await atDatabase(
      `create or replace function full_disk() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
      ...FULL.map(
        (table) => `create trigger full_disk before insert or update on ${table} execute function full_disk()`,
      ),
    );
    await sleep(LONGER_MS);
    await atDatabase(...FULL.map((table) => `drop trigger full_disk on ${table}`));
  },
  'NATS away': async () => {
    await trouble.nats.kill();
    await sleep(LONGER_MS);
    await trouble.nats.restart();
  },
  'frozen for a minute': () => befall.freeze(anyOne(), MINUTE_MS),
};

try {
  const rest = trouble.load(24);
  const names = Object.keys(faults);
  const counts = new Map<string, number>();
  const end = Date.now() + SECONDS * 1000;
  // Each at least once.
  for (let turn = 0; turn < names.length || Date.now() < end; turn++) {
    const name = names[turn % names.length]!;
    process.stdout.write(`${name}\n`);
    await faults[name]!();
    counts.set(name, (counts.get(name) ?? 0) + 1);
    await sleep(500 + randomInt(2_000));
  }
  await rest();
  const { problems, asked, log } = await trouble.decide();
  for (const problem of problems) process.stdout.write(`  ${problem}\n`);
  const unanswered = asked.filter(({ answers }) => answers.every(({ executionId }) => executionId === null));
  const atFirst = asked.filter(({ answers }) => answers.length === 1);
  report({ name: 'commands that clients asked for', value: asked.length, unit: '' });
  report({ name: 'answered at the first call', value: atFirst.length, unit: '' });
  report({ name: 'refused or unanswered twelve times', value: unanswered.length, unit: '' });
  const last = Map.groupBy(unanswered, ({ answers }) => answers.at(-1)!.code ?? 'no answer');
  for (const [code, some] of last) report({ name: `  of them at last ${code}`, value: some.length, unit: '' });
  report({ name: 'interrupted', value: log.filter(({ status }) => status === 'interrupted').length, unit: '' });
  report({ name: 'ends that became known later', value: log.filter(({ reconciles }) => reconciles).length, unit: '' });
  for (const [name, count] of counts) report({ name: `faults: ${name}`, value: count, unit: '' });
  report({ name: 'promises broken', value: problems.length, unit: '', atMost: 0 });
} finally {
  await trouble.stop();
  postgres.stop();
}
process.exit();
