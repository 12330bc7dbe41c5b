/** What a model reads: text answers, lean JSON, steps told apart, and only what is new. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, startService } from '../service.ts';

let service: Service;
let token: string;

beforeAll(async () => {
  service = await startService();
  token = await service.newToken(await service.login());
});
afterAll(() => service.stop());

interface Wire {
  readonly result: {
    readonly content: readonly { readonly text: string }[];
    readonly structuredContent?: Record<string, unknown>;
    readonly isError?: boolean;
    readonly _meta?: Record<string, unknown>;
    readonly tools: readonly Record<string, unknown>[];
  };
}

async function call(name: string, args: object, query = ''): Promise<Wire['result']> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const headers = { 'x-ai-token': token };
  return (await service.call<Wire>('POST', `/tda/mcp${query}`, { headers, body })).body.result;
}
const textOf = async (name: string, args: object) => (await call(name, args, '?answers=text')).content[0]!.text;
const exec = (command: string, more: object = {}) => call('synapse_exec', { machine: 'local', command, ...more });
const execText = (command: string, more: object = {}) => textOf('synapse_exec', { machine: 'local', command, ...more });

it('answers JSON with the six fields and nothing that says nothing', async () => {
  const { structuredContent, content } = await exec('echo hello');
  expect(structuredContent).toEqual({
    success: true,
    exit_code: 0,
    stdout: 'hello\n',
    machine: 'local',
    container: null,
    command_template: 'echo hello',
  });
  expect(JSON.parse(content[0]!.text)).toEqual(structuredContent);
  const failed = (await exec('echo oops >&2; exit 3')).structuredContent;
  expect(failed).toMatchObject({ success: false, exit_code: 3, stderr: 'oops\n' });
  expect(failed).not.toHaveProperty('status');
  const all = (await exec('true', { verbose: true })).structuredContent;
  expect(all).toMatchObject({ status: 'done', stderr: '', truncated: false, filter: null, saved_tokens: 0 });
  const rest = { token: await service.login(), body: { machine: 'local', command: 'true' } };
  expect(Object.keys((await service.call<object>('POST', '/synapse/exec', rest)).body)).toEqual(Object.keys(all!));
});

it('compacts stderr by what it looks like, and says where the rest is', async () => {
  const noisy =
    'for i in $(seq 1 150); do echo "2026-11-16 05:00:00 INFO request $i took $((i * 7)) ms" >&2; done; echo done';
  const long = (await exec(noisy)).structuredContent as { stdout: string; stderr: string; execution_id: string };
  expect(long).toMatchObject({ stdout: 'done\n', truncated: true });
  expect(long.stderr.length).toBeLessThan(1_000);
  expect(long.stderr).toContain(`left out (synapse_get_output execution_id=${long.execution_id} stream=stderr)`);
  const raw = (await exec(noisy, { raw: true })).structuredContent as { stderr: string };
  expect(raw.stderr.split('\n')).toHaveLength(151);
  // A short one keeps every word.
  const few = noisy.replace('150', '20');
  const short = (await exec(few)).structuredContent as { stderr: string };
  expect(short).not.toHaveProperty('truncated');
  for (let i = 1; i <= 20; i++) expect(short.stderr).toMatch(new RegExp(`request ${i} took ${i * 7} ms`));
});

it('lays a short step out anew, with every word of it', async () => {
  const log = 'for i in $(seq 10 49); do echo "2026-11-16 05:02:$i,871 INFO GET /item/1$i 200"; done';
  const file = join(service.scratch, 'shop.log');
  const { structuredContent } = await exec(`echo first; (${log}) >'${file}'; tail -n 40 '${file}'`);
  const { stdout } = structuredContent as { stdout: string };
  expect(stdout.split('2026-11-16')).toHaveLength(2);
  for (let i = 10; i < 50; i++) expect(stdout).toContain(`05:02:${i},871`);
  for (let i = 10; i < 50; i++) expect(stdout).toContain(`/item/1${i} 200`);
  expect(structuredContent).not.toHaveProperty('truncated');
});

it('answers text: the outcome, what was printed, and stderr only if there is any', async () => {
  expect(await execText('echo hello')).toMatch(/^exit 0 · [\d.]+ m?s\nhello$/);
  expect(await execText('echo out; echo err >&2; exit 3')).toMatch(/^exit 3 · [\d.]+ m?s\nout\n--- stderr\nerr$/);
  expect(await execText('true')).toMatch(/^exit 0 · [\d.]+ m?s$/);
  const { content, structuredContent, isError } = await call(
    'synapse_exec',
    { machine: 'nowhere', command: 'true' },
    '?answers=text',
  );
  expect(content).toHaveLength(1);
  expect(content[0]!.text).toMatch(/^refused: machine_not_found · /);
  expect(isError).toBe(true);
  expect(structuredContent).toBeUndefined();
});

it('heads each step that prints, and says which one failed', async () => {
  const { structuredContent } = await exec('echo one; false; echo two && ls /nowhere-at-all; cd /');
  expect(structuredContent!.stdout).toBe('$ echo one\none\n$ echo two\ntwo\n');
  const failing = (await exec("echo one; sh -c 'echo two; exit 4'; echo three")).structuredContent!;
  expect(failing.stdout).toBe("$ echo one\none\n$ sh -c 'echo two; exit 4' · exit 4\ntwo\n$ echo three\nthree\n");
  const all = (await exec('echo one; echo two', { view: 'all' })).structuredContent!;
  expect(all.stdout).toBe('$ echo one\none\n$ echo two\ntwo\n');
  const raw = (await exec('echo one; echo two', { raw: true })).structuredContent!;
  expect(raw.stdout).toBe('one\ntwo\n');
  // One step that prints needs no heading.
  expect((await exec('cd / && echo one')).structuredContent!.stdout).toBe('one\n');
});

it('compacts each step as what it is, and holds to the budget with a true count', async () => {
  const log = 'for i in $(seq 1 3000); do echo "2026-11-17 10:00:00 INFO request id=$i done"; done';
  const compound = (await exec(`hostname; ${log}`)).structuredContent!;
  expect(String(compound.stdout).length).toBeLessThan(22_000);
  expect(compound.truncated).toBe(true);
  expect(compound.execution_id).toBeDefined();
  const many = await execText('seq 1 100000', { view: 'all', max_tokens: 200 });
  const [, shown, whole] = /… ([\d,]+) of ([\d,]+) lines left out · synapse_get_output \w+ \(grep, offset\)$/.exec(
    many,
  )!;
  expect(whole).toBe('100,000');
  expect(Number(shown!.replaceAll(',', ''))).toBe(
    100_000 - many.split('\n').filter((line) => /^\d+$/.test(line)).length,
  );
  expect(many.split('\n')[1]).toBe('1');
  expect(many.length).toBeLessThan(1_000);
});

it('says once what a refusal is about', async () => {
  const text = (name: string, args: object) => call(name, args, '?answers=text').then(({ content }) => content);
  const path = join(mkdtempSync(join(tmpdir(), 'synapse-answers-')), 'new.txt');
  await call('synapse_write_file', { machine: 'local', path, text: 'one' });
  const stale = await text('synapse_write_file', { machine: 'local', path, text: 'two', expect: '0'.repeat(64) });
  expect(stale.map((part) => part.text)).toEqual([expect.stringMatching(/^refused: file_changed · .*[0-9a-f]{64}/)]);
  const inside = await text('synapse_exec', { machine: 'local', container: 'web', command: 'true' });
  expect(inside[0]!.text).toMatch(/^refused: container_forbidden · .* · .*page Machines$/);
  const more = await textOf('synapse_more', { query: 'list_alias_suggestions' });
  expect(more).toContain('What synapse_mine_aliases found: commands that ran often');
});

it('counts in the last line what the command printed, not what an answer made of it', async () => {
  const lastOf = async (command: string, more: object = {}): Promise<string> =>
    (await execText(command, more))
      .split('\n')
      .at(-1)!
      .replace(/ · synapse_get_output.*$/, '');
  const log = (lines: number): string =>
    `seq 1 ${lines} | awk '{print "2026-11-17 10:00:00 INFO request id=" $1 " from 10.0.0." ($1 % 7) " done"}'`;
  const read = (text: string): [number, number] => {
    const [, missing, whole] = /^… ([\d,]+) of ([\d,]+) lines left out$/.exec(text)!;
    return [missing, whole].map((count) => Number(count!.replaceAll(',', ''))) as [number, number];
  };
  // Compacted; compacted and cut; more than is kept of it.
  for (const lines of [3_000, 20_000, 400_000]) {
    const [missing, whole] = read(await lastOf(log(lines), { max_tokens: 200, timeout_seconds: 120 }));
    expect(whole).toBe(lines);
    expect(missing).toBeLessThan(lines);
  }
  // Markers of two kinds in one answer speak of the same lines once.
  const [missing, whole] = read(await lastOf(`${log(3_000)} >&2; seq 1 5000`, { max_tokens: 300 }));
  expect(whole).toBe(8_000);
  expect(missing).toBeLessThan(8_000);
  expect(await lastOf("head -c 100000 /dev/zero | tr '\\0' x", { max_tokens: 200 })).toBe('… Parts of lines left out');
  const errors = await execText("sh -c 'seq 1 3000; echo error: no such host'", { view: 'errors' });
  expect(errors).toContain('error: no such host');
  expect(errors).not.toContain('--- stderr');
  expect(
    read(
      errors
        .split('\n')
        .at(-1)!
        .replace(/ · .*$/, ''),
    ),
  ).toEqual([3_000, 3_001]);
});

it('counts what is missing of the whole output, also of what was never kept, and says what it could not search', async () => {
  const { structuredContent } = await exec('seq 1 2000000', { view: 'tail', max_tokens: 200, timeout_seconds: 120 });
  const { stdout, truncated, execution_id } = structuredContent as Record<string, string>;
  expect(truncated).toBe(true);
  const shown = stdout!.split('\n').filter((line) => /^\d+$/.test(line)).length;
  expect(stdout).toContain(`… ${2_000_000 - shown} of 2000000 lines left out`);
  const search = async (args: object) =>
    (await call('synapse_get_output', { execution_id, ...args })).structuredContent as Record<string, unknown>;
  expect(await search({ grep: '^1000000$' })).toMatchObject({ text: '', not_kept_bytes: expect.any(Number) });
  expect((await search({ grep: '^1999999$', context: 1 })).text).toMatch(/^\d+-1999998\n\d+:1999999\n\d+-2000000$/);
  expect((await search({ offset: -8 })).text).toBe('2000000\n');
  expect(await textOf('synapse_get_output', { execution_id, grep: '^1000000$' })).toMatch(
    /^nothing in what was kept of stdout\n… [\d,]+ bytes were never kept, and not searched$/,
  );
});

it('searches both streams, takes the beginning of an id, and refuses what is no pattern', async () => {
  const { structuredContent } = await exec('echo one; echo "warning: two" >&2; sleep 60', {
    wait_seconds: 1,
    timeout_seconds: 100,
  });
  const id = (structuredContent!.execution_id as string).slice(0, 13);
  const search = (grep: string) => call('synapse_get_output', { execution_id: id, grep });
  await expect
    .poll(async () => (await search('warn.*')).structuredContent)
    .toMatchObject({ stream: 'stderr', text: '1:warning: two' });
  expect((await search('o')).structuredContent!.text).toBe('1:one\n--- stderr\n1:warning: two');
  expect(JSON.stringify(await search('(a'))).toContain('grep');
  expect(
    (await call('synapse_more', { tool: 'synapse_cancel_execution', arguments: { execution_id: id } }))
      .structuredContent,
  ).toMatchObject({ status: 'cancelled' });
});

it('tells of a running command only what is new, in whole lines', async () => {
  const script = 'echo first; printf half; while [ ! -e "$PWD/go" ]; do sleep 0.05; done; echo " line"; echo last';
  const dir = mkdtempSync(join(tmpdir(), 'synapse-answers-'));
  const began = (await exec(script, { cwd: dir, wait_seconds: 1, timeout_seconds: 120 })).structuredContent!;
  expect(began).toMatchObject({ success: null, exit_code: null, status: 'running', stdout: 'first\n' });
  const id = began.execution_id as string;
  const poll = async (more: object = {}) =>
    (await call('synapse_get_execution', { execution_id: id, ...more })).structuredContent!;
  expect(await poll()).toMatchObject({ status: 'running', stdout: '' });
  expect(await poll({ since: 0 })).toMatchObject({ stdout: 'first\n' });
  await exec('touch go', { cwd: dir });
  const end = await poll({ wait_seconds: 60 });
  expect(end).toMatchObject({ success: true, exit_code: 0, stdout: 'half line\nlast\n' });
  expect(await poll({ tail: 1 })).toMatchObject({ exit_code: 0, stdout: 'last' });
});

it('leaves nothing out of a little that is new, however alike its lines are', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-answers-'));
  const script =
    'echo begun; while [ ! -e "$PWD/go" ]; do sleep 0.05; done; for i in $(seq 1 90); do echo "step $i"; done';
  const began = (await exec(script, { cwd: dir, wait_seconds: 0 })).structuredContent!;
  const execution_id = began.execution_id as string;
  // From here on an answer is what is new since.
  for (let told = began.stdout; told === ''; ) {
    told = (await call('synapse_get_execution', { execution_id })).structuredContent!.stdout;
  }
  await exec('touch go', { cwd: dir });
  const end = (await call('synapse_get_execution', { execution_id, wait_seconds: 60 })).structuredContent!;
  expect(end.stdout).toBe(Array.from({ length: 90 }, (_, at) => `step ${at + 1}\n`).join(''));
});

it('names a command that goes on by its whole id, and a group of machines by how they ended', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-answers-'));
  const began = await execText('while [ ! -e "$PWD/go" ]; do sleep 0.05; done', { cwd: dir, wait_seconds: 0 });
  const id = /^running · ([0-9a-z]{26})$/.exec(began)?.[1];
  expect(id, began).toBeDefined();
  await exec('touch go', { cwd: dir });
  expect(await textOf('synapse_get_execution', { execution_id: id, wait_seconds: 60 })).toMatch(/^exit 0 · /);

  const session = await service.login();
  const other = { slug: 'other', kind: 'local', label: 'other' };
  expect((await service.call('POST', '/synapse/machines', { token: session, body: other })).status).toBe(201);
  const many = (command: string) => textOf('synapse_exec_many', { machines: ['local', 'other'], command });
  expect(await many('echo same')).toBe('local other · exit 0\nsame');
  const marker = `${dir}/mine`;
  const differing = await many(`mkdir ${marker} 2>/dev/null && echo first || { echo second; exit 3; }`);
  expect(differing.split('\n').at(-1)).toBe('1 succeeded · 1 failed');
});

it('lists one line a row, and no output schema', async () => {
  expect(await textOf('synapse_list_machines', {})).toMatch(/^local · /);
  const list = async (query: string) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const { body: answer } = await service.call<Wire>('POST', `/tda/mcp${query}`, {
      headers: { 'x-ai-token': token },
      body,
    });
    return answer.result.tools;
  };
  expect((await list('')).every((tool) => 'outputSchema' in tool)).toBe(true);
  expect((await list('?answers=text')).some((tool) => 'outputSchema' in tool)).toBe(false);
});

it('names what was given and what there is, where a machine is not found', async () => {
  const call = (query: string) =>
    service.call<Wire>('POST', `/tda/mcp${query}`, {
      headers: { 'x-ai-token': token, 'accept-language': 'en' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'synapse_exec', arguments: { machine: 'loca', command: 'true' } },
      },
    });
  const text = async (query: string) => (await call(query)).body.result.content.map((one) => one.text);
  expect(await text('?answers=text')).toEqual([
    expect.stringMatching(/^refused: machine_not_found · Machine not found · “loca”; there are: local/),
  ]);
  expect(await text('')).toEqual(['Machine not found']);
  expect((await call('')).body.result._meta).toMatchObject({
    'synapse/code': 'machine_not_found',
    'synapse/problems': [expect.stringMatching(/^“loca”; there are: local/)],
  });
});

it('answers as text, with the core of the tools, at /mcp', async () => {
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (method: string, params: object, query = '') =>
    (await service.call<Wire>('POST', `/mcp${query}`, { headers, body: { jsonrpc: '2.0', id: 1, method, params } }))
      .body.result;
  const args = { name: 'synapse_exec', arguments: { machine: 'local', command: 'echo hello' } };
  expect((await ask('tools/call', args)).content[0]!.text).toMatch(/^exit 0 · [\d.]+ m?s\nhello$/);
  expect((await ask('tools/call', args, '?answers=json')).structuredContent).toMatchObject({ stdout: 'hello\n' });
  const [core, all] = [await ask('tools/list', {}), await ask('tools/list', {}, '?tools=all')];
  expect(core.tools.length).toBeLessThan(all.tools.length);
});
