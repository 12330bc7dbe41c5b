/** A command that runs on one of several instances, seen, followed and stopped from another. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { freePort, locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import { isGone } from '../engines/supervise.ts';
import type { Account } from '../instance.ts';
import { dead, exec, intact, type Pair, startLong, startPair } from './pair.ts';

describeEngine(await locate('nats', findNats), 'commands of two instances', (root) => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair(root());
  });
  afterAll(() => pair?.stop());

  it('show the result and the output so far of a command that runs on the other, and stop it', async () => {
    const account = await pair.a.newUser();
    const { id, pid } = await startLong(pair.scratch, pair.a, account, 'echo first; echo second; echo oops >&2');
    const read = (args: object = {}) => pair.b.tool(account.token, 'synapse_get_output', { execution_id: id, ...args });
    expect((await read()).result).toMatchObject({ text: 'first\nsecond\n', next_offset: null, total_chars: 13 });
    expect((await read({ stream: 'stderr' })).result.text).toBe('oops\n');
    expect((await read({ grep: 'sec' })).result.text).toBe('2:second');
    expect((await read({ offset: 6, limit: 3 })).result).toMatchObject({ text: 'sec', offset: 6, next_offset: 9 });
    const soFar = await pair.b.tool(account.token, 'synapse_get_execution', { execution_id: id });
    expect(soFar.result).toMatchObject({
      status: 'running',
      exit_code: null,
      stdout: 'first\nsecond\n',
      stderr: 'oops\n',
    });
    const stranger = await pair.b.newUser();
    const args = { execution_id: id };
    for (const tool of ['synapse_get_output', 'synapse_get_execution', 'synapse_cancel_execution']) {
      expect(await pair.b.tool(stranger.token, tool, args)).toMatchObject({
        isError: true,
        code: 'execution_not_found',
      });
    }
    const cancelled = await pair.b.tool(account.token, 'synapse_cancel_execution', args);
    expect(cancelled.result).toMatchObject({
      status: 'cancelled',
      stdout: '$ echo first\nfirst\n$ echo second\nsecond\n',
    });
    await dead(pid);
    expect((await read()).result.text).toBe('first\nsecond\n');
    await intact(pair.b, account, 1);
  });

  it('tell each other nothing that others on NATS could read, forge or repeat', async () => {
    const account = await pair.a.newUser();
    const heard: { subject: string; data: Buffer }[] = [];
    const stranger = await connect({ servers: pair.nats.url });
    stranger.subscribe('>', {
      callback: (_, { subject, data }) => void heard.push({ subject, data: Buffer.from(data) }),
    });
    await stranger.flush();
    const { id, pid } = await startLong(pair.scratch, pair.a, account, 'echo a-word-of-mine');
    const look = () => pair.b.tool(account.token, 'synapse_get_execution', { execution_id: id, since: 0 });
    expect((await look()).result.stdout).toBe('a-word-of-mine\n');
    const other = await startLong(pair.scratch, pair.a, account);
    await pair.b.tool(account.token, 'synapse_cancel_execution', { execution_id: other.id });
    await dead(other.pid);

    const all = Buffer.concat(heard.map(({ data }) => data));
    for (const word of ['a-word-of-mine', id, account.id, 'executionId']) expect(all.includes(word)).toBe(false);
    const stops = heard.filter(({ subject }) => subject.endsWith('.executions.look'));
    expect(stops.length).toBeGreaterThan(0);
    expect(stops[0]!.subject).toMatch(/^synapse\.[0-9a-f]{16}\.executions\.look$/);
    // Forged, as it once was; forged under the right subject; what was said about the other; bytes of another topic.
    const forged = Buffer.from(JSON.stringify({ userId: account.id, executionId: id }));
    stranger.publish('synapse.executions.look', forged);
    stranger.publish(stops[0]!.subject, forged);
    for (const { data } of heard) stranger.publish(stops[0]!.subject, data);
    await stranger.flush();
    const answer = await stranger
      .request(heard.find(({ subject }) => subject.includes('.instances.'))!.subject, forged, {
        timeout: 500,
      })
      .catch(() => null);
    expect(answer).toBeNull();
    expect((await look()).result.status).toBe('running');
    expect(await isGone(pid)).toBe(false);
    expect(pair.a.stderr()).toContain('not genuine');
    await stranger.close();
    await pair.b.tool(account.token, 'synapse_cancel_execution', { execution_id: id });
  });

  it('wait for the end of each other’s commands, and page a long output', async () => {
    const account = await pair.a.newUser();
    const { result } = await exec(pair.a, account, 'sleep 1; seq 1 50000', { wait_seconds: 0, raw: true });
    const args = { execution_id: result.execution_id, wait_seconds: 30 };
    const ended = await pair.b.tool(account.token, 'synapse_get_execution', args);
    expect(ended.result).toMatchObject({ status: 'done', exit_code: 0, success: true, truncated: true });
    let text = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await pair.b.tool(account.token, 'synapse_get_output', {
        execution_id: result.execution_id,
        offset,
        limit: 60_000,
      });
      text += page.result.text;
      offset = page.result.next_offset;
    }
    expect(text).toBe(`${Array.from({ length: 50_000 }, (_, index) => index + 1).join('\n')}\n`);
  });

  it('tell why the other refused a command, while it is waited for and afterwards', async () => {
    const account = await pair.a.newUser();
    const connection = { host: '127.0.0.1', port: await freePort(), user: 'tester', password_secret: 'PASSWORD' };
    const value = { value: 'correct horse battery' };
    await pair.a.call('PUT', '/synapse/secrets/PASSWORD', { token: account.session, body: value });
    await pair.a.created('/synapse/machines', account.session, { slug: 'dead', kind: 'ssh', connection });
    const page = await follow(account, '/synapse/events');
    const { result } = await exec(pair.a, account, 'ls', { machine: 'dead', wait_seconds: 0 });
    const args = { execution_id: result.execution_id, wait_seconds: 20 };
    const path = `/synapse/executions/${result.execution_id}`;
    const refusal = { code: 'machine_unreachable', message: expect.stringContaining('refuse la connexion') };
    const refused = { status: 'refused', success: false, exit_code: null, refusal };

    expect((await pair.b.tool(account.token, 'synapse_get_execution', args)).result).toMatchObject(refused);
    const english = { token: account.session, headers: { 'accept-language': 'en' } };
    for (const instance of [pair.b, pair.a]) {
      expect((await instance.call('GET', path, { token: account.session })).body).toMatchObject(refused);
      const { body } = await instance.call('GET', path, english);
      expect(body.refusal).toMatchObject({ code: refusal.code, message: expect.stringContaining('refuses') });
      const output = await instance.tool(account.token, 'synapse_get_output', { execution_id: result.execution_id });
      expect(output).toMatchObject({ isError: true, code: refusal.code, text: refusal.message });
      const live = await instance.call<string>('GET', `${path}/stream`, { token: account.session });
      expect(live.body).toContain(`"refusal":{"code":"${refusal.code}"`);
    }
    await expect.poll(() => page.text).toContain(`"refusal":{"code":"${refusal.code}","message":"Machine injoignable`);
    page.leave();
    const stranger = await pair.b.newUser();
    expect((await pair.b.call('GET', path, { token: stranger.session })).status).toBe(404);
    await intact(pair.b, account, 1);
  });

  it('carry a client’s cancellation to the call on the other instance', async () => {
    const account = await pair.a.newUser();
    const headers = { 'x-ai-token': account.token, 'mcp-session-id': 'one client', 'x-forwarded-for': '10.1.1.1' };
    const mark = join(pair.scratch, 'cancel-me');
    const params = { name: 'synapse_exec', arguments: { machine: 'local', command: `echo $$ > ${mark}; sleep 60` } };
    const call = pair.a.call('POST', '/tda/mcp', {
      headers,
      body: { jsonrpc: '2.0', id: 'seven', method: 'tools/call', params },
    });
    await expect.poll(() => existsSync(mark) && readFileSync(mark, 'utf8') !== '').toBe(true);
    const cancel = (requestId: string) =>
      pair.b.call('POST', '/tda/mcp', {
        headers,
        body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } },
      });
    expect((await cancel('eight')).status).toBe(202);
    expect(await isGone(Number(readFileSync(mark, 'utf8')))).toBe(false);
    expect((await cancel('seven')).status).toBe(202);
    await call;
    await dead(Number(readFileSync(mark, 'utf8')));
    const { result } = await pair.b.tool(account.token, 'synapse_list_audit_logs');
    expect(result.entries).toMatchObject([{ status: 'cancelled' }]);
  });

  const follow = async ({ session }: Account, path: string) => {
    const leave = new AbortController();
    const response = await fetch(pair.b.url + path, {
      headers: { authorization: `Bearer ${session}` },
      signal: leave.signal,
    });
    const page = { text: '', leave: () => leave.abort() };
    void (async () => {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) page.text += chunk;
    })().catch(() => undefined);
    await expect.poll(() => page.text).toContain(': open');
    return page;
  };

  it('show what happens on one on the pages connected to the other', async () => {
    const account = await pair.a.newUser();
    const stranger = await pair.a.newUser();
    const [mine, theirs] = [await follow(account, '/synapse/events'), await follow(stranger, '/synapse/events')];
    const { result } = await exec(pair.a, account, 'true');
    await expect.poll(() => mine.text).toContain('"status":"done"');
    expect(mine.text).toContain(`"execution_id":"${result.execution_id}","status":"running","machine":"local"`);
    expect(theirs.text).not.toContain('event:');
    for (const page of [mine, theirs]) page.leave();
  });

  it('stream the output of a command that runs on the other as it comes', async () => {
    const account = await pair.a.newUser();
    const go = join(pair.scratch, 'go-on');
    const { result } = await exec(
      pair.a,
      account,
      `echo héé; until [ -e ${go} ]; do sleep 0.1; done; echo there; exit 3`,
      {
        wait_seconds: 0,
      },
    );
    const page = await follow(account, `/synapse/executions/${result.execution_id}/stream`);
    await expect.poll(() => page.text).toContain('{"stream":"stdout","text":"héé\\n"}');
    expect(page.text).not.toContain('event: end');
    writeFileSync(go, '');
    await expect.poll(() => page.text).toContain('event: end\ndata: {"status":"done","exit_code":3}');
    const texts = [...page.text.matchAll(/^data: (\{"stream":"stdout".*)$/gm)].map(
      ([, data]) => JSON.parse(data!).text,
    );
    expect(texts.join('')).toBe('héé\nthere\n');
    page.leave();
  });

  it('stop the commands of a user who is shut out, wherever they run', async () => {
    for (const shutOut of [
      (id: string, token: string) => pair.b.call('DELETE', `/admin/users/${id}`, { token }),
      (id: string, token: string) => pair.b.call('PATCH', `/admin/users/${id}`, { token, body: { disabled: true } }),
    ]) {
      const account = await pair.a.newUser();
      const { id, pid } = await startLong(pair.scratch, pair.a, account);
      await shutOut(account.id, await pair.b.login());
      await dead(pid);
      const status = async () =>
        (await pair.database.query('select status from audit_entries where execution_id = $1', [id])).rows[0].status;
      await expect.poll(status).toBe('cancelled');
    }
  });
});
