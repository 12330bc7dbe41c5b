/** Calls while PostgreSQL is 2 ms away: what is left of the distance once statements travel together. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../test/engines/postgres.ts';
import { startDistantDatabase } from '../test/round-trips/distant-database.ts';
import { report } from './figure.ts';
import { bearer, buildServer, startBuiltServer } from './service/built-server.ts';
import { median } from './times.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200);
const WARM_UP = 40;
const ADDED_MS = 2;

buildServer();
const postgres = await startPostgres();
const admin = new pg.Client({ connectionString: `${postgres.url}/postgres` });
await admin.connect();
await admin.query('create database bench');
await admin.end();
const distant = await startDistantDatabase(`${postgres.url}/bench`, ADDED_MS);
const server = await startBuiltServer({
  env: {
    SYNAPSE_DATABASE_URL: distant.url,
    SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64'),
    SYNAPSE_ALLOW_LOCAL: 'all',
    SYNAPSE_LIMITS: 'minute=10000,equipage=1000000',
  },
});
try {
  const { session, token } = await server.newUser('equipage');
  await server.call('POST', '/synapse/machines', { headers: bearer(session), json: { slug: 'local', kind: 'local' } });
  let calls = 0;
  /** An address that calls too often is refused. */
  const call = (name: string, args: Record<string, unknown>) =>
    server.tool(token, name, args, `127.1.1.${Math.floor(calls++ / 20) % 250}`);
  const kinds = {
    'list machines': () => call('synapse_list_machines', {}),
    exec: () => call('synapse_exec', { machine: 'local', command: 'true' }),
  };
  const times: Record<string, number[]> = { 'list machines': [], exec: [] };
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(kinds)) {
      const begun = performance.now();
      await run();
      if (round >= 0) times[name]!.push(performance.now() - begun);
    }
  }
  const most: Record<string, number> = { 'list machines': 8, exec: 25 };
  for (const [name, took] of Object.entries(times)) {
    const value = median(took);
    report({ name: `${name}, database ${ADDED_MS} ms away, median`, value, unit: 'ms', atMost: most[name]! });
  }
} finally {
  await server.stop();
  await distant.stop();
  postgres.stop();
}
