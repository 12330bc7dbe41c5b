/** The same key is the same execution: sent again, sent at once, while it runs, after its end, and never for another order. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from './databases.ts';
import { type Service, startService } from './service.ts';

const DAY_MS = 24 * 3600_000;

describe.each(['sqlite', 'postgres'] as const)('an idempotency key on %s', (dialect) => {
  let service: Service;
  let session: string;
  let token: string;
  let marks = 0;
  beforeAll(async () => {
    service = await startService(
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {},
    );
    session = await service.login();
    token = await service.newToken(session);
  });
  afterAll(() => service?.stop());

  const mark = () => join(service.scratch, `mark-${++marks}`);
  const lines = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0);
  const post = (body: object, headers: Record<string, string> = {}) =>
    service.call('POST', '/synapse/exec', { token: session, headers, body: { machine: 'local', ...body } });

  it('runs once, over REST and MCP, and answers the same each time', async () => {
    const file = mark();
    const command = `echo ran >> ${file}; echo out; exit 3`;
    const first = await post({ command }, { 'idempotency-key': 'one' });
    expect(first.body).toMatchObject({ status: 'done', exit_code: 3, stdout: 'out\n' });
    const again = await post({ command, wait_seconds: 5 }, { 'idempotency-key': 'one' });
    const { execution_id, status, exit_code, stdout, duration_ms } = first.body;
    expect(again.body).toMatchObject({ execution_id, status, exit_code, stdout, duration_ms });
    const args = { machine: 'local', command, idempotency_key: 'one' };
    expect((await service.tool(token, 'synapse_exec', args)).result).toMatchObject({ execution_id, exit_code: 3 });
    expect(lines(file)).toBe(1);
    // Another user's key of the same name is another key.
    const other = await service.newUser('pro', { role: 'admin' });
    await service.created('/synapse/machines', other.session, { slug: 'local', kind: 'local' });
    const headers = { 'idempotency-key': 'one' };
    const theirs = await service.call('POST', '/synapse/exec', {
      token: other.session,
      headers,
      body: { machine: 'local', command },
    });
    expect(theirs.body.execution_id).not.toBe(execution_id);
    expect(lines(file)).toBe(2);
  });

  it('sent many times at once runs once, and everybody gets that execution', async () => {
    const file = mark();
    const body = { command: `echo ran >> ${file}; sleep 0.3`, idempotency_key: 'crowd' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(body)));
    expect(new Set(answers.map(({ body }) => body.execution_id)).size).toBe(1);
    expect(answers.map(({ body }) => body.exit_code)).toEqual(Array(8).fill(0));
    expect(lines(file)).toBe(1);
  });

  it('is not killed by a lost connection: whoever comes back gets its answer', async () => {
    const [begun, go] = [mark(), mark()];
    const body = {
      machine: 'local',
      command: `echo ran >> ${begun}; until [ -e ${go} ]; do sleep 0.05; done; echo there`,
      idempotency_key: 'lost',
    };
    const leave = new AbortController();
    const call = { token: session, body, signal: leave.signal };
    const lost = expect(service.call('POST', '/synapse/exec', call)).rejects.toThrow();
    await expect.poll(() => lines(begun)).toBe(1);
    leave.abort();
    await lost;
    const running = await post({ ...body, wait_seconds: 0 });
    expect(running.body).toMatchObject({ status: 'running', exit_code: null });
    writeFileSync(go, '');
    expect((await post(body)).body).toMatchObject({
      status: 'done',
      exit_code: 0,
      stdout: 'there\n',
      execution_id: running.body.execution_id,
    });
    expect(lines(begun)).toBe(1);
  });

  it('of another order is refused, and of a wrong form, and nothing runs', async () => {
    const file = mark();
    await post({ command: 'true' }, { 'idempotency-key': 'mine' });
    const before = (await service.tool(token, 'synapse_list_audit_logs')).result.entries.length;
    for (const change of [
      { command: `echo ran >> ${file}` },
      { command: 'true', cwd: '/' },
      { command: 'true', raw: true },
    ]) {
      const { status, body } = await post(change, { 'idempotency-key': 'mine' });
      expect([status, body.code]).toEqual([422, 'idempotency_mismatch']);
      expect(body.detail).toContain('mine');
    }
    const look = await service.call('POST', '/synapse/look', {
      token: session,
      body: { machine: 'local', command: 'true', idempotency_key: 'mine' },
    });
    // What only looks may as well be run again: it takes no key.
    expect(look.body).toMatchObject({ code: 'arguments_invalid', fields: [{ field: 'idempotency_key' }] });
    const wrong = await post({ command: 'true' }, { 'idempotency-key': 'a b' });
    expect(wrong.body).toMatchObject({ code: 'arguments_invalid', fields: [{ field: 'Idempotency-Key' }] });
    const two = await post({ command: 'true', idempotency_key: 'a' }, { 'idempotency-key': 'b' });
    expect(two.body).toMatchObject({ code: 'arguments_invalid', fields: [{ field: 'idempotency_key' }] });
    expect(lines(file)).toBe(0);
    expect((await service.tool(token, 'synapse_list_audit_logs')).result.entries).toHaveLength(before);
  });

  it('of a command that could not start answers with the same refusal; one that was never let in is free', async () => {
    const connection = { host: '127.0.0.1', port: 1, user: 'x', password_secret: 'PASSWORD' };
    await service.call('PUT', '/synapse/secrets/PASSWORD', {
      token: session,
      body: { value: 'correct horse battery' },
    });
    await service.created('/synapse/machines', session, { slug: 'away', kind: 'ssh', connection });
    const unreachable = { machine: 'away', command: 'true', idempotency_key: 'away' };
    const first = await post(unreachable);
    const second = await post(unreachable);
    expect([first.status, first.body.code]).toEqual([second.status, second.body.code]);
    expect(second.body.code).toBe('machine_unreachable');
    expect((await post({ machine: 'nowhere', command: 'true', idempotency_key: 'free' })).body.code).toBe(
      'machine_not_found',
    );
    expect((await post({ command: 'true', idempotency_key: 'free' })).body.exit_code).toBe(0);
  });

  it('is forgotten after a day', async () => {
    const file = mark();
    const body = { command: `echo ran >> ${file}`, idempotency_key: 'day' };
    const first = await post(body);
    service.advance(DAY_MS + 1);
    session = await service.login();
    expect((await post(body)).body.execution_id).not.toBe(first.body.execution_id);
    expect(lines(file)).toBe(2);
  });
});
