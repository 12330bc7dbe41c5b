/** Calls while PostgreSQL is 2 ms away: what is left of the distance once statements travel together. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../test/engines/postgres.ts';
import { startInstance } from '../test/instance.ts';
import { startDistantDatabase } from '../test/round-trips/distant-database.ts';
import { report } from './figure.ts';
import { median } from './times.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200);
const ADDED_MS = 2;

const postgres = await startPostgres();
const admin = new pg.Client({ connectionString: `${postgres.url}/postgres` });
await admin.connect();
await admin.query('create database bench');
await admin.end();
const distant = await startDistantDatabase(`${postgres.url}/bench`, ADDED_MS);
const service = await startInstance({
  SYNAPSE_DATABASE_URL: distant.url,
  SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64'),
  SYNAPSE_EXEC_PER_MINUTE: '10000',
  SYNAPSE_QUOTA_EQUIPAGE: '1000000',
});
try {
  const { token } = await service.newUser();
  const calls = {
    'list machines': () => service.tool(token, 'synapse_list_machines', {}),
    exec: () => service.tool(token, 'synapse_exec', { machine: 'local', command: 'true' }),
  };
  const times: Record<string, number[]> = { 'list machines': [], exec: [] };
  for (let round = -10; round < ROUNDS; round++) {
    for (const [name, call] of Object.entries(calls)) {
      const begun = performance.now();
      const { isError } = await call();
      if (isError) throw new Error(`${name} failed`);
      if (round >= 0) times[name]!.push(performance.now() - begun);
    }
  }
  const most: Record<string, number> = { 'list machines': 8, exec: 25 };
  for (const [name, took] of Object.entries(times)) {
    const value = median(took);
    report({ name: `${name}, database ${ADDED_MS} ms away, median`, value, unit: 'ms', atMost: most[name]! });
  }
} finally {
  await service.remove();
  await distant.stop();
  postgres.stop();
}
