/** A COMMIT was done, and its answer was lost: the instance that knows what happened sees to it that the log says so. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommitProxy, startCommitProxy } from './commit-proxy.ts';
import { createPostgresDatabase } from './databases.ts';
import { type Service, startService } from './service.ts';

let proxy: CommitProxy;
let service: Service;
let database: pg.Client;
let session: string;
beforeAll(async () => {
  const url = await createPostgresDatabase();
  proxy = await startCommitProxy(url);
  service = await startService({ SYNAPSE_DATABASE_URL: proxy.url });
  database = new pg.Client({ connectionString: url });
  await database.connect();
  session = await service.login();
});
afterAll(async () => {
  await service?.stop();
  await database?.end();
  await proxy?.stop();
});

const exec = (command: string, more: object = {}) =>
  service.call('POST', '/synapse/exec', { token: session, body: { machine: 'local', command, ...more } });
const entryOf = async (command: string) => {
  const query = 'select execution_id, status, exit_code, refusal from audit_entries where command_template = $1';
  return (await database.query(query, [command])).rows[0];
};
const count = async (table: string) => Number((await database.query(`select count(*) from ${table}`)).rows[0].count);

it('of an opening: nothing is started, and the entry says that it was refused', async () => {
  const mark = join(service.scratch, 'never');
  const command = `echo ran > ${mark}`;
  const lost = proxy.loseCommitOf(mark);
  const answer = await exec(command, { idempotency_key: 'opening' });
  await lost;
  expect([answer.status, answer.body.code]).toEqual([503, 'not_ready']);
  const refused = { status: 'refused', exit_code: null, refusal: 'not_ready' };
  await expect.poll(() => entryOf(command)).toMatchObject(refused);
  expect(existsSync(mark)).toBe(false);
  expect(answer.headers.get('retry-after')).toBe('2');
  // Its place in the lane is free. It never ran, so whoever comes back with the same key has it run, once.
  expect(await count('lane_entries')).toBe(0);
  const again = await exec(command, { idempotency_key: 'opening' });
  expect(again.body).toMatchObject({ status: 'done', exit_code: 0 });
  const known = await exec(command, { idempotency_key: 'opening' });
  expect(known.body).toMatchObject({ status: 'done', execution_id: again.body.execution_id });
});

it('of a closing: the end is in the log, once', async () => {
  const go = join(service.scratch, 'go');
  const command = `until [ -e ${go} ]; do sleep 0.05; done; exit 4`;
  const running = exec(command);
  await expect.poll(() => entryOf(command)).toMatchObject({ status: 'running' });
  const { execution_id } = await entryOf(command);
  const lost = proxy.loseCommitOf(execution_id);
  writeFileSync(go, '');
  expect((await running).body).toMatchObject({ status: 'done', exit_code: 4, execution_id });
  await lost;
  expect(await entryOf(command)).toMatchObject({ status: 'done', exit_code: 4 });
  const { body } = await service.call('GET', `/synapse/executions/${execution_id}`, { token: session });
  expect(body).toMatchObject({ status: 'done', exit_code: 4 });
  const verdict = await service.call('GET', '/synapse/audit/verify', { token: session });
  expect(verdict.body).toMatchObject({ intact: true, entries: 3 });
});
