/** On PostgreSQL, what a call needs is read while its caller is let in; and told to nobody who is not. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService } from '../service.ts';
import { type DistantDatabase, startDistantDatabase } from './distant-database.ts';

let database: DistantDatabase;
let service: Service;
let session: string;
beforeAll(async () => {
  database = await startDistantDatabase(await createPostgresDatabase());
  service = await startService({ SYNAPSE_DATABASE_URL: database.url });
  session = await service.login();
});
afterAll(async () => {
  await service?.stop();
  await database?.stop();
});

const list = (token: string) => service.tool(token, 'synapse_list_machines', {});
const run = (token: string, command = 'echo hello') =>
  service.tool(token, 'synapse_exec', { machine: 'local', command });

/** Far longer than it takes to ask for two things. */
const SLOW_MS = 500;

/** Whether the call asks for what `about` tells of before it has an answer to anything. */
async function asksAhead(call: () => Promise<unknown>, about: RegExp): Promise<boolean> {
  // Two connections are open, and the caller is known.
  await Promise.all([call(), call()]);
  database.overlapping();
  database.slow(SLOW_MS);
  try {
    await call();
  } finally {
    database.slow(0);
  }
  return database.overlapping().some((trip) => trip.some((text) => about.test(text)));
}

it('a list and a command read what they need while their caller is let in', async () => {
  const token = await service.newToken(session);
  // A connection that was closed meanwhile is opened anew, which takes its time.
  await expect.poll(() => asksAhead(() => list(token), /from "machines"/), { timeout: 120_000 }).toBe(true);
  await expect.poll(() => asksAhead(() => run(token), /from "machines"/), { timeout: 120_000 }).toBe(true);
  expect((await run(token)).result).toMatchObject({ exit_code: 0, stdout: expect.stringContaining('hello') });
});

it('tells what is there now, not what was there before', async () => {
  const token = await service.newToken(session);
  await list(token);
  await service.call('POST', '/synapse/machines', { token: session, body: { slug: 'later', kind: 'local' } });
  expect(JSON.stringify((await list(token)).result)).toContain('later');
  await service.call('DELETE', '/synapse/machines/later', { token: session });
  expect(JSON.stringify((await list(token)).result)).not.toContain('later');
  const gone = await service.tool(token, 'synapse_exec', { machine: 'later', command: 'true' });
  expect(gone.isError).toBe(true);
});

it('tells nothing to whom a credential no longer lets in, though it did a moment ago', async () => {
  const old = await service.newToken(session);
  expect((await list(old)).status).toBe(200);
  const token = await service.newToken(session);
  for (const call of [list, run]) {
    const refused = await call(old);
    expect(refused).toMatchObject({ status: 401, code: 'token_revoked' });
    expect(refused.result).toBeUndefined();
  }
  expect((await list(token)).status).toBe(200);
  // What the caller may do has changed: it is let in, and read for as it is now.
  const limited = await service.newToken(session, { scopes: ['mcp:read'] });
  expect((await list(limited)).isError).toBeFalsy();
  expect((await run(limited)).isError).toBe(true);
});
