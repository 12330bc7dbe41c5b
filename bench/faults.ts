/**
 * Three instances in trouble for a while (FAULT_SECONDS, 120): killed, frozen, cut off from the database, without NATS, the
 * database away for all, with wrong clocks. What clients were told, what the log says and what really ran is compared at
 * the end. `npm run bench -- faults`; the short form is test/instances/trouble.test.ts.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findNats } from '../test/engines/nats.ts';
import { startPostgres } from '../test/engines/postgres.ts';
import { LEASE_SECONDS, startTrouble } from '../test/instances/history/trouble.ts';
import { report } from './figure.ts';

const SECONDS = Number(process.env.FAULT_SECONDS ?? 120);
const LONGER_MS = (LEASE_SECONDS + 3) * 1000;
const SHORTER_MS = (LEASE_SECONDS / 3) * 1000;
const FIVE_MINUTES = 5 * 60_000;

const postgres = await startPostgres();
const admin = new pg.Client({ connectionString: `${postgres.url}/postgres` });
await admin.connect();
await admin.query('create database bench');
await admin.end();
const skews = [0, FIVE_MINUTES, -FIVE_MINUTES];
const trouble = await startTrouble(await findNats(), `${postgres.url}/bench`, 12, skews);
try {
  const faults = {
    'kill -9': () => trouble.kill(anyOne()),
    'frozen, lease lost': () => trouble.freeze(anyOne(), LONGER_MS),
    'frozen, lease kept': () => trouble.freeze(anyOne(), SHORTER_MS),
    'cut off from the database, lease lost': () => trouble.cut(anyOne(), LONGER_MS),
    'cut off from the database, lease kept': () => trouble.cut(anyOne(), SHORTER_MS),
    'database away for all': async () => {
      postgres.pause();
      await sleep(LONGER_MS);
      postgres.resume();
    },
    'NATS away': async () => {
      await trouble.nats.kill();
      await sleep(LONGER_MS);
      await trouble.nats.restart();
    },
  };
  const anyOne = () => trouble.members[randomInt(trouble.members.length)]!;
  const rest = trouble.load(24);
  const names = Object.keys(faults) as (keyof typeof faults)[];
  const counts = new Map<string, number>();
  const end = Date.now() + SECONDS * 1000;
  for (let turn = 0; Date.now() < end; turn++) {
    const name = names[turn % names.length]!;
    process.stdout.write(`${name}\n`);
    await faults[name]();
    counts.set(name, (counts.get(name) ?? 0) + 1);
    await sleep(500 + randomInt(2_000));
  }
  await rest();
  const { problems, asked, log } = await trouble.decide();
  for (const problem of problems) process.stdout.write(`  ${problem}\n`);
  report({ name: 'commands that clients asked for', value: asked.length, unit: '' });
  report({ name: 'of them interrupted', value: log.filter(({ status }) => status === 'interrupted').length, unit: '' });
  report({ name: 'ends that became known later', value: log.filter(({ reconciles }) => reconciles).length, unit: '' });
  for (const [name, count] of counts) report({ name: `faults: ${name}`, value: count, unit: '' });
  report({ name: 'promises broken', value: problems.length, unit: '', atMost: 0 });
} finally {
  await trouble.stop();
  postgres.stop();
}
process.exit();
