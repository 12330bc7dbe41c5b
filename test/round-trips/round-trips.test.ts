/** How often a call waits for PostgreSQL. Each wait costs what the way there and back takes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService } from '../service.ts';
import { type DistantDatabase, type RoundTrip, startDistantDatabase } from './distant-database.ts';

let database: DistantDatabase;
let service: Service;
let session: string;
let token: string;
beforeAll(async () => {
  database = await startDistantDatabase(await createPostgresDatabase());
  service = await startService({ SYNAPSE_DATABASE_URL: database.url });
  session = await service.login();
  token = await service.newToken(session);
  // So far away that what is sent without waiting is sent before the answer to something else arrives, on a busy computer too.
  database.slow(100);
});
afterAll(async () => {
  await service?.stop();
  await database?.stop();
});

const rest = async (method: string, path: string, body?: object) => {
  const answer = await service.call(method, path, { token: session, ...(body === undefined ? {} : { body }) });
  expect(answer.status).toBe(200);
  return answer.body;
};
const list = () => rest('GET', '/synapse/machines');
const run = () => rest('POST', '/synapse/exec', { machine: 'local', command: 'echo hello' });
const listByMcp = async () => expect((await service.tool(token, 'synapse_list_machines', {})).isError).toBeFalsy();
const runByMcp = async () => {
  const { result } = await service.tool(token, 'synapse_exec', { machine: 'local', command: 'echo hello' });
  expect(result).toMatchObject({ exit_code: 0 });
};

/** Now and then the service looks after its lease, its log, jobs, freezes, approvals, notifications and new connections; that belongs to no call. */
const BESIDE =
  /^(update|insert into|delete from) "?(instances|audit_checkpoint_files)|instance_id as id|from "(jobs|freezes|stop_requests)"|tcp_user_timeout|from "notifications" where "next_at"|^select "approvals"\.\*|from "open_entries" as "entry"|from "audit_heads" where "seq" >|^select "workspace_id", "hash" from "audit_entries"/;
const waits = (trips: readonly RoundTrip[]) => trips.filter((trip) => !trip.every((text) => BESIDE.test(text.trim())));

/** What is read once, such as the vault's secrets, is read by the first. */
async function count(call: () => Promise<unknown>): Promise<RoundTrip[]> {
  await call();
  // What is written once a second, such as a token's last use, is due again.
  service.advance(5_000);
  return waits((await database.during(call)).trips);
}

it.each([
  ['a list over REST', list, 2],
  ['a list through MCP', listByMcp, 2],
  ['a command over REST', run, 6],
  ['a command through MCP', runByMcp, 6],
])('%s waits at most a few times', async (_name, call, most) => {
  const trips = await count(call);
  expect(
    trips.length,
    trips.map((trip) => trip.map((text) => text.slice(0, 160)).join(' | ')).join('\n'),
  ).toBeLessThanOrEqual(most);
  expect(trips.length).toBeGreaterThan(0);
});
