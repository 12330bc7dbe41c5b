/** Files of a machine through the tools and over REST, on a real service. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService, USUAL_RATE } from '../service.ts';

const SECRET = 'correct-horse-battery-staple';
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

let service: Service;
let session: string;
let token: string;
let folder: string;
const at = (name: string): string => join(folder, name);
/** The thirty a minute are not what these are about. */
const tool = (name: string, args: Record<string, unknown>) => {
  service.advance(2_100);
  return service.tool(token, `synapse_${name}`, { machine: 'local', ...args });
};
const raw = (path: string, init: RequestInit & { query?: Record<string, string> } = {}) => {
  service.advance(2_100);
  const query = new URLSearchParams({ path, ...init.query });
  const headers = { authorization: `Bearer ${session}`, ...init.headers };
  return fetch(`${service.url}/synapse/machines/local/file?${query}`, { ...init, headers });
};
const newest = async () =>
  (await service.call<{ entries: Record<string, unknown>[] }>('GET', '/synapse/executions?limit=1', { token: session }))
    .body.entries[0]!;

beforeAll(async () => {
  service = await startService({}, USUAL_RATE);
  session = await service.login();
  token = await service.newToken(session);
  folder = mkdtempSync(join(tmpdir(), 'synapse-files-'));
  await service.call('PUT', '/synapse/secrets/DB_PASSWORD', { token: session, body: { value: SECRET } });
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('reading', () => {
  it('answers with redacted text, the hash of the true bytes, and what is known about the file', async () => {
    const text = `user=app\npassword=${SECRET}\r\nlast`;
    writeFileSync(at('conf'), text, { mode: 0o640 });
    const { result, isError } = await tool('read_file', { path: at('conf') });
    expect(isError).toBe(false);
    expect(result).toEqual({
      path: at('conf'),
      text: 'user=app\npassword={{DB_PASSWORD}}\r\nlast',
      sha256: sha256(text),
      size: text.length,
      mode: '0640',
      owner: userInfo().username,
      lines: 3,
      next_offset: null,
      binary: false,
      modified_at: new Date(Math.floor(statSync(at('conf')).mtimeMs / 1000) * 1000).toISOString(),
    });
    expect(await newest()).toMatchObject({
      command_template: `read-file ${at('conf')}`,
      status: 'done',
      exit_code: 0,
      machine: 'local',
    });
  });

  it('pages and searches', async () => {
    writeFileSync(at('lines'), Array.from({ length: 1200 }, (_, line) => `line ${line + 1}\n`).join(''));
    const first = (await tool('read_file', { path: at('lines') })).result;
    expect(first).toMatchObject({ lines: 1200, next_offset: 501 });
    expect(first.text).toMatch(/^line 1\n.*\nline 500\n$/s);
    const page = (await tool('read_file', { path: at('lines'), offset: 1199, limit: 5 })).result;
    expect(page).toMatchObject({ text: 'line 1199\nline 1200\n', next_offset: null });
    const found = (await tool('read_file', { path: at('lines'), grep: 'line 117' })).result;
    expect(found.text.split('\n').slice(0, 2)).toEqual(['117:line 117', '1170:line 1170']);
  });

  it('pages and searches in a file that is too large to be read whole', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, line) => `line ${line + 1}\n`).join(''));
    writeFileSync(at('huge'), bytes);
    expect((await tool('read_file', { path: at('huge') })).code).toBe('file_too_large');
    const page = (await tool('read_file', { path: at('huge'), offset: 299_990, limit: 3 })).result;
    expect(page).toMatchObject({
      text: 'line 299990\nline 299991\nline 299992\n',
      lines: 300_000,
      next_offset: 299_993,
      size: bytes.length,
      sha256: sha256(bytes),
    });
    const last = (await tool('read_file', { path: at('huge'), offset: 299_999 })).result;
    expect(last).toMatchObject({ text: 'line 299999\nline 300000\n', next_offset: null });
    const found = (await tool('read_file', { path: at('huge'), grep: 'line 2999', offset: 1_000, limit: 2 })).result;
    expect(found).toMatchObject({ text: '2999:line 2999\n29990:line 29990\n', next_offset: 29_991 });
    const none = (await tool('read_file', { path: at('huge'), grep: 'nowhere to be found' })).result;
    expect(none).toMatchObject({ text: '', next_offset: null, lines: 300_000 });
  });

  it('gives no text of what is none, and says what is not there', async () => {
    writeFileSync(at('binary'), Buffer.from([1, 0, 255]));
    const binary = (await tool('read_file', { path: at('binary') })).result;
    expect(binary).toMatchObject({ binary: true, size: 3, sha256: sha256(Buffer.from([1, 0, 255])) });
    expect(binary).not.toHaveProperty('text');
    writeFileSync(at('large'), Buffer.alloc(2 * 1024 * 1024 + 1, 'a'));
    symlinkSync('loop', at('loop'));
    const wrong = {
      [at('large')]: 'file_too_large',
      [at('nothing')]: 'file_not_found',
      [at('no/folder')]: 'file_not_found',
      [folder]: 'file_not_text',
      '/dev/zero': 'file_not_text',
      [at('loop')]: 'file_forbidden',
      relative: 'arguments_invalid',
      [`${folder}/../x`]: 'arguments_invalid',
    };
    for (const [path, code] of Object.entries(wrong)) expect((await tool('read_file', { path })).code, path).toBe(code);
    expect((await tool('read_file', { path: '/proc/self/status' })).result.text).toContain('Pid:');
  });
});

describe('writing', () => {
  it('makes, replaces and keeps, with what was expected', async () => {
    const path = at('made');
    const made = await tool('write_file', { path, text: 'é\r\n', expect: 'absent', mode: '600' });
    expect(made.result).toEqual({ path, sha256: sha256('é\r\n'), size: 4, created: true });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = await tool('write_file', { path, text: 'x', expect: 'absent' });
    expect(again).toMatchObject({ code: 'file_changed', text: expect.stringContaining(sha256('é\r\n')) });
    expect((await tool('write_file', { path, text: 'x', expect: sha256('other') })).code).toBe('file_changed');
    expect(readFileSync(path, 'utf8')).toBe('é\r\n');
    const replaced = await tool('write_file', { path, text: '', expect: sha256('é\r\n') });
    expect(replaced.result).toMatchObject({ created: false, size: 0 });
    expect(statSync(path)).toMatchObject({ size: 0 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await newest()).toMatchObject({ command_template: `write-file ${path}` });
    expect((await tool('write_file', { path: at('no/where'), text: 'x' })).code).toBe('file_not_found');
    const deep = at('new/deeper/file');
    expect((await tool('write_file', { path: deep, text: 'x', parents: true })).result).toMatchObject({
      created: true,
    });
    expect(readFileSync(deep, 'utf8')).toBe('x');
    const below = { path: join(deep, 'below/it'), text: 'x', parents: true };
    expect((await tool('write_file', below)).code).toBe('file_forbidden');
    const known = { path: deep, text: 'y', parents: true, expect: 'absent' };
    expect((await tool('write_file', known)).code).toBe('file_changed');
    expect((await tool('write_file', { path: folder, text: 'x' })).code).toBe('file_forbidden');
    expect((await tool('write_file', { path, text: 'é'.repeat(1024 * 1024 + 1) })).code).toBe('file_too_large');
    const whole = 'é'.repeat(1024 * 1024);
    expect((await tool('write_file', { path, text: whole })).result.sha256).toBe(sha256(whole));
    expect(readdirSync(folder).filter((name) => name.startsWith('.synapse'))).toEqual([]);
  });

  it('fills in secrets where that is asked for, and leaves no value anywhere else', async () => {
    const path = at('filled');
    await tool('write_file', { path, text: 'a={{DB_PASSWORD}} {{.Names}}', secrets: true });
    expect(readFileSync(path, 'utf8')).toBe(`a=${SECRET} {{.Names}}`);
    await tool('write_file', { path, text: 'a={{DB_PASSWORD}}' });
    expect(readFileSync(path, 'utf8')).toBe('a={{DB_PASSWORD}}');
    expect((await tool('write_file', { path, text: '{{NO_SUCH}}', secrets: true })).code).toBe('secret_missing');
    expect(service.log.join('')).not.toContain(SECRET);
    await service.call('PUT', '/synapse/secrets/BOUND', {
      token: session,
      body: { value: 'bound-value-123', machines: ['elsewhere'] },
    });
    expect((await tool('write_file', { path, text: '{{BOUND}}', secrets: true })).code).toBe('secret_not_here');
    await service.call('PUT', '/synapse/secrets/BOUND', {
      token: session,
      body: { value: 'bound-value-123', machines: ['local'], programs: ['psql'] },
    });
    expect((await tool('write_file', { path, text: '{{BOUND}}', secrets: true })).code).toBe('secret_not_here');
  });

  it('goes through a link to the file itself, and keeps the link', async () => {
    writeFileSync(at('real'), 'old');
    symlinkSync(at('real'), at('link'));
    await tool('write_file', { path: at('link'), text: 'new' });
    expect(readFileSync(at('real'), 'utf8')).toBe('new');
    expect(existsSync(at('link'))).toBe(true);
  });
});

describe('editing', () => {
  it('answers with the lines that changed and one around them, without naming the file again', async () => {
    const path = at('lines');
    writeFileSync(path, 'a\nb\nc\nd\ne\nf\ng\nh\ni\n');
    const { result } = await tool('edit_file', { path, edits: [{ old: 'e', new: 'E' }] });
    expect(result.diff).toBe('@@ -4,3 +4,3 @@\n d\n-e\n+E\n f');
  });

  it('changes what is shown and keeps what the names stand for', async () => {
    const path = at('edited');
    const text = `user=app\r\npassword=${SECRET}\r\nport=1`;
    writeFileSync(path, text, { mode: 0o604 });
    const edits = [
      { old: 'app\r\npassword={{DB_PASSWORD}}', new: 'root\r\npw={{DB_PASSWORD}}' },
      { old: 'port=1', new: 'port=2' },
    ];
    const { result } = await tool('edit_file', { path, expect: sha256(text), edits });
    const after = `user=root\r\npw=${SECRET}\r\nport=2`;
    expect(readFileSync(path, 'utf8')).toBe(after);
    expect(result).toMatchObject({ path, sha256: sha256(after) });
    expect(result.diff).toContain('+pw={{DB_PASSWORD}}');
    expect(result.diff).not.toContain(SECRET);
    expect(statSync(path).mode & 0o777).toBe(0o604);
    const stale = await tool('edit_file', { path, expect: sha256(text), edits });
    expect(stale).toMatchObject({ code: 'file_changed', text: expect.stringContaining(sha256(after)) });
    const unclear = await tool('edit_file', { path, expect: sha256(after), edits: [{ old: 'r', new: 'x' }] });
    expect(unclear.code).toBe('file_edit_ambiguous');
    expect(await newest()).toMatchObject({
      command_template: `edit-file ${path}`,
      status: 'done',
      exit_code: 1,
      refusal: 'file_edit_ambiguous',
    });
    writeFileSync(at('bin'), Buffer.from([0]));
    const binary = { path: at('bin'), expect: sha256(Buffer.from([0])), edits: [{ old: 'a', new: 'b' }] };
    expect((await tool('edit_file', binary)).code).toBe('file_not_text');
  });

  it('needs no hash, or its beginning, and says where the text stands that is meant', async () => {
    const path = at('place');
    writeFileSync(path, 'listen 80;\nserver a.example;\nserver b.example;\n');
    const edit = (old: string, more: object = {}) =>
      tool('edit_file', { path, edits: [{ old, new: 'listen 81;' }], ...more });
    expect((await edit('server')).text).toMatch(/lignes 2, 3$/);
    expect((await edit('listen  8080;')).text).toMatch(/la ligne 1 : « listen 80; »$/);
    const strange = await edit('nothing of the kind');
    expect(strange.code).toBe('file_edit_ambiguous');
    expect(strange.text).not.toContain('listen');
    expect((await edit('listen 80;', { expect: '0123456789ab' })).code).toBe('file_changed');
    expect((await edit('listen 80;', { expect: '0123' })).code).toBe('arguments_invalid');
    expect((await edit('listen 80;')).isError).toBe(false);
    const now = 'listen 81;\nserver a.example;\nserver b.example;\n';
    expect(readFileSync(path, 'utf8')).toBe(now);
    const part = sha256(now).slice(0, 12);
    expect((await tool('write_file', { path, text: 'new\n', expect: part })).isError).toBe(false);
    const stale = await tool('write_file', { path, text: 'newer\n', expect: part });
    expect(stale).toMatchObject({ code: 'file_changed', text: expect.stringContaining(sha256('new\n')) });
    const gone = await tool('write_file', { path: at('not-there'), text: 'x', expect: part });
    expect(gone).toMatchObject({ code: 'file_changed', text: expect.stringContaining('absent') });
    expect(existsSync(at('not-there'))).toBe(false);
  });

  it('of two at once with the same expectation, one wins', async () => {
    const path = at('raced');
    writeFileSync(path, '0');
    const edits = (text: string) => [{ old: '0', new: text }];
    const both = await Promise.all(
      ['1', '2'].map((text) => tool('edit_file', { path, expect: sha256('0'), edits: edits(text) })),
    );
    expect(both.map(({ code }) => code).sort()).toEqual(['file_changed', undefined]);
  });
});

describe('the guard rails', () => {
  const policy = (text: string) => service.call('PUT', '/synapse/policy', { token: session, body: { text } });
  afterAll(() => policy('version: 1\ndefault: open\n'));

  it('judge a read as one, a sensitive path as such, and a write as a change of that path', async () => {
    writeFileSync(at('plain'), 'text');
    writeFileSync(at('.env'), 'text');
    await policy(
      `version: 1\ndefault: open\nrules:\n  - name: hands off\n    when: { effect: [change, sensitive], path: "${folder}/**" }\n    then: deny\n`,
    );
    expect((await tool('read_file', { path: at('plain') })).isError).toBe(false);
    expect((await tool('read_file', { path: at('.env') })).code).toBe('policy_denied');
    expect((await tool('write_file', { path: at('plain'), text: 'x' })).code).toBe('policy_denied');
    const edit = { path: at('plain'), expect: sha256('text'), edits: [{ old: 'text', new: 'x' }] };
    expect((await tool('edit_file', edit)).code).toBe('policy_denied');
    expect(await newest()).toMatchObject({ verdict: 'deny', rule: 'hands off', refusal: 'policy_denied' });
    expect(readFileSync(at('plain'), 'utf8')).toBe('text');
  });

  it('judge where a link leads, too', async () => {
    mkdirSync(at('kept'));
    writeFileSync(at('kept/file'), 'kept');
    symlinkSync(at('kept/file'), at('to-file'));
    symlinkSync(at('kept'), at('to-folder'));
    writeFileSync(at('mine'), 'mine');
    symlinkSync(at('mine'), at('to-mine'));
    const rule = (then: string) =>
      policy(`version: 1\ndefault: open\nrules:\n  - when: { path: "${folder}/kept/**" }\n    then: ${then}\n`);
    for (const then of ['deny', 'ask']) {
      await rule(then);
      for (const path of [at('to-file'), at('to-folder/file')]) {
        expect((await tool('read_file', { path })).code, path).toBe('policy_denied');
        expect((await tool('write_file', { path, text: 'x' })).code).toBe('policy_denied');
        const edit = { path, expect: sha256('kept'), edits: [{ old: 'kept', new: 'x' }] };
        expect((await tool('edit_file', edit)).code).toBe('policy_denied');
        service.advance(2_100);
        const sent = await service.call('GET', `/synapse/machines/local/file?path=${path}`, { token: session });
        expect(sent).toMatchObject({ status: 403, body: { code: 'policy_denied' } });
      }
      expect((await tool('write_file', { path: at('to-folder/new'), text: 'x' })).code).toBe('policy_denied');
      service.advance(2_100);
      const listed = await service.call('GET', `/synapse/machines/local/folder?path=${at('to-folder')}`, {
        token: session,
      });
      expect(listed).toMatchObject({ status: 403, body: { code: 'policy_denied' } });
    }
    const under = { path: at('to-folder/a/b/new'), text: 'x', parents: true };
    expect((await tool('write_file', under)).code).toBe('policy_denied');
    expect(readdirSync(at('kept'))).toEqual(['file']);
    expect(readFileSync(at('kept/file'), 'utf8')).toBe('kept');
    expect((await tool('write_file', { path: at('to-mine'), text: 'changed' })).isError).toBe(false);
    expect(readFileSync(at('mine'), 'utf8')).toBe('changed');
    expect((await tool('read_file', { path: at('to-mine') })).result).toMatchObject({ text: 'changed' });
  });

  it('ask a person first, and do exactly what was asked once they agree', async () => {
    await policy('version: 1\ndefault: careful\n');
    const writing = tool('write_file', { path: at('asked'), text: 'agreed' });
    const { id } = await waitForQuestion();
    expect(existsSync(at('asked'))).toBe(false);
    await service.call('POST', `/synapse/approvals/${id}`, { token: session, body: { decision: 'approve' } });
    expect((await writing).result).toMatchObject({ path: at('asked'), sha256: sha256('agreed'), created: true });
    expect(readFileSync(at('asked'), 'utf8')).toBe('agreed');
    // Who agreed to one text has not agreed to another; and nobody is asked about what cannot work.
    const edit = { path: at('asked'), expect: sha256('x'), edits: [{ old: 'a', new: 'b' }] };
    expect((await tool('edit_file', edit)).code).toBe('file_changed');
    expect((await raw(at('asked'), { method: 'PUT', body: 'x', query: { folder: 'true' } })).status).toBe(403);
    expect((await raw(at('asked'))).status).toBe(200);
  });

  it('let only reads through where a machine may only be looked at, and those in the sandbox', async () => {
    await policy('version: 1\ndefault: look\n');
    expect((await tool('write_file', { path: at('plain'), text: 'x' })).code).toBe('policy_denied');
    const read = await tool('read_file', { path: '/etc/hostname' });
    if (read.code === undefined) expect(await newest()).toMatchObject({ sandbox: expect.any(String) });
    else expect(read.code).toBe('look_unavailable');
  });

  it('kill a transfer that is under way, and leave nothing of it', async () => {
    await policy('version: 1\ndefault: open\n');
    const path = at('frozen');
    const sending = request(`${service.url}/synapse/machines/local/file?path=${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${session}`, 'content-length': 1000 },
    });
    const answered = once(sending, 'response');
    sending.write('half');
    const ours = () => readdirSync(folder).filter((name) => name.startsWith('.synapse'));
    await expect.poll(ours).toHaveLength(1);
    const { body } = await service.call<{ id: string }>('POST', '/synapse/freeze', { token: session, body: {} });
    const [answer] = (await answered) as [IncomingMessage];
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    answer.resume();
    sending.destroy();
    expect([ours(), existsSync(path)]).toEqual([[], false]);
    // Before the entries of the freeze and of its end.
    expect(await newest()).toMatchObject({ command_template: `freeze (${body.id})` });
    await service.call('DELETE', `/synapse/freeze/${body.id}`, { token: session });
    const { body: log } = await service.call<{ entries: object[] }>('GET', '/synapse/executions?limit=3', {
      token: session,
    });
    expect(log.entries[2]).toMatchObject({
      command_template: `write-file ${path}`,
      status: 'cancelled',
      refusal: 'frozen',
    });
  });

  it('freeze files, too, and count each among the thirty', async () => {
    await policy('version: 1\ndefault: open\n');
    const { body } = await service.call<{ id: string }>('POST', '/synapse/freeze', { token: session, body: {} });
    expect((await tool('read_file', { path: at('plain') })).code).toBe('frozen');
    expect((await raw(at('plain'))).status).toBe(423);
    await service.call('DELETE', `/synapse/freeze/${body.id}`, { token: session });
    service.advance(61_000);
    service.holdClock();
    for (let count = 0; count < 30; count++)
      await service.tool(token, 'synapse_read_file', { machine: 'local', path: at('plain') });
    const over = await service.tool(token, 'synapse_read_file', { machine: 'local', path: at('plain') });
    expect(over).toMatchObject({ status: 429, code: 'exec_rate_limited' });
    service.letClockRun();
    service.advance(61_000);
  });

  const waitForQuestion = async (): Promise<{ id: string }> => {
    const list = () =>
      service.call<{ approvals: { id: string }[] }>('GET', '/synapse/approvals?status=pending', { token: session });
    await expect.poll(async () => (await list()).body.approvals.length).toBe(1);
    return (await list()).body.approvals[0]!;
  };
});

describe('bytes for people', () => {
  it('go both ways exactly, with hash, range and conditions', async () => {
    const path = at('bytes');
    const bytes = randomBytes(5 * 1024 * 1024 + 3);
    const none = { 'if-none-match': '*' };
    const put = await raw(path, { method: 'PUT', body: bytes, headers: none, query: { mode: '640' } });
    expect([put.status, put.headers.get('etag')]).toEqual([201, `"${sha256(bytes)}"`]);
    expect(await put.json()).toEqual({ path, sha256: sha256(bytes), size: bytes.length, created: true });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect((await raw(path, { method: 'PUT', body: 'x', headers: none })).status).toBe(409);
    const wrong = await raw(path, { method: 'PUT', body: 'x', headers: { 'if-match': `"${sha256('x')}"` } });
    expect([wrong.status, (await wrong.json()).code]).toEqual([409, 'file_changed']);
    const got = await raw(path);
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
    const etag = got.headers.get('etag')!;
    expect(etag).toBe(`"${sha256(bytes)}"`);
    expect(got.headers.get('content-type')).toBe('application/octet-stream');
    expect((await raw(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    for (const [range, expected] of [
      ['bytes=10-19', bytes.subarray(10, 20)],
      [`bytes=${bytes.length - 5}-`, bytes.subarray(-5)],
      ['bytes=-7', bytes.subarray(-7)],
    ] as const) {
      const part = await raw(path, { headers: { range } });
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer()).equals(expected), range).toBe(true);
    }
    expect((await raw(path, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416);
    const replaced = await raw(path, { method: 'PUT', body: 'small', headers: { 'if-match': etag } });
    expect([replaced.status, readFileSync(path, 'utf8')]).toEqual([200, 'small']);
    expect(await newest()).toMatchObject({ command_template: `write-file ${path}`, source: 'rest', status: 'done' });
    const empty = await raw(at('empty'), { method: 'PUT', body: '' });
    expect([empty.status, statSync(at('empty')).size]).toEqual([201, 0]);
    expect(await (await raw(at('empty'))).text()).toBe('');
  });

  it('are refused as anything else is', async () => {
    expect((await raw(at('nothing'))).status).toBe(404);
    expect((await raw(at('nothing/x'), { method: 'PUT', body: 'x' })).status).toBe(404);
    for (const method of ['GET', 'PUT']) {
      const body = method === 'PUT' ? { body: 'x' } : {};
      const url = `${service.url}/synapse/machines/local/file?path=${at('plain')}`;
      expect((await fetch(url, { method, ...body, headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
      expect((await fetch(url, { method, ...body, headers: { 'x-ai-token': token } })).status).toBe(401);
      expect(
        (
          await fetch(url.replace('/local/', '/nowhere/'), {
            method,
            ...body,
            headers: { authorization: `Bearer ${session}` },
          })
        ).status,
      ).toBe(404);
    }
    async function* chunks() {
      yield Buffer.from('x');
    }
    const unknown = { method: 'PUT', body: chunks() as unknown as ReadableStream, duplex: 'half' } as RequestInit;
    expect((await raw(at('plain'), unknown)).status).toBe(411);
  });

  it('in pieces go on where they were cut, and nothing half is ever in place', async () => {
    const path = at('pieces');
    const bytes = randomBytes(100_000);
    const query = { upload: 'abcdefgh12345678' };
    const piece = (from: number, to: number) =>
      raw(path, {
        method: 'PUT',
        query,
        body: bytes.subarray(from, to),
        headers: { 'content-range': `bytes ${from}-${to - 1}/${bytes.length}` },
      });
    const ask = () => raw(path, { method: 'PUT', query, headers: { 'content-range': `bytes */${bytes.length}` } });
    expect(await (await ask()).json()).toEqual({ received: 0 });
    expect((await piece(0, 60_000)).status).toBe(202);
    expect(existsSync(path)).toBe(false);
    const gap = await piece(70_000, 100_000);
    expect([gap.status, (await gap.json()).result]).toEqual([409, { received: 60_000 }]);
    expect(await (await ask()).json()).toEqual({ received: 60_000 });
    expect((await piece(60_000, 100_000)).status).toBe(201);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('.synapse'))).toEqual([]);
  });

  it('of a folder come and go as an archive, and its names are listed', async () => {
    const list = async (path: string) => {
      const query = `path=${encodeURIComponent(path)}`;
      service.advance(2_100);
      return service.call<{ entries: { name: string; kind: string; mode: string; owner: string }[] }>(
        'GET',
        `/synapse/machines/local/folder?${query}`,
        { token: session },
      );
    };
    await tool('exec', {
      command: `mkdir -p ${folder}/tree/sub; echo one >${folder}/tree/a; chmod 640 ${folder}/tree/a; ln -s a ${folder}/tree/l; printf x >"${folder}/tree/new\nline"`,
    });
    const packed = Buffer.from(await (await raw(at('tree'), { query: { folder: 'true' } })).arrayBuffer());
    const put = await raw(at('copy'), { method: 'PUT', body: packed, query: { folder: 'true' } });
    expect(put.status).toBe(200);
    const { body } = await list(at('copy'));
    expect(body.entries.map(({ name, kind }) => `${kind} ${name}`).sort()).toEqual([
      'file a',
      'file new\nline',
      'folder sub',
      'link l',
    ]);
    const known = await list(at('tree'));
    expect(known.body.entries.find(({ name }) => name === 'a')).toMatchObject({
      mode: '0640',
      owner: expect.stringMatching(/^\S+$/),
    });
    expect((await list('/')).body.entries.map(({ name }) => name)).toContain('etc');
    expect((await list(at('nowhere'))).status).toBe(404);
  });

  it('are in the log, but no commands of a person, where that person only browses the page', async () => {
    const figures = async () => {
      // biome-ignore lint/suspicious/noExplicitAny: three answers, of which a figure each is read.
      const read = async (path: string) => (await service.call<any>('GET', path, { token: session })).body;
      const { executions } = await read('/tda/today');
      const { totals } = await read('/synapse/stats?days=1');
      const { machines } = await read('/synapse/stats/breakdown?days=1');
      return { executions, commands: totals.commands, runs: machines[0].runs };
    };
    writeFileSync(at('browsed'), 'seen');
    const before = await figures();
    const browse = (kind: string, path: string) => {
      service.advance(2_100);
      const query = new URLSearchParams({ path });
      return fetch(`${service.url}/synapse/machines/local/${kind}?${query}`, {
        headers: { cookie: `synapse_session=${session}`, 'x-synapse-page': '1' },
      });
    };
    expect((await browse('folder', folder)).status).toBe(200);
    expect(await newest()).toMatchObject({ command_template: `list-folder ${folder}`, source: 'app', status: 'done' });
    expect(await (await browse('file', at('browsed'))).text()).toBe('seen');
    expect((await browse('folder', at('nowhere'))).status).toBe(404);
    expect(await newest()).toMatchObject({ command_template: `list-folder ${at('nowhere')}` });
    expect(await figures()).toEqual(before);
    // Any other program that asks for the same gave a command.
    expect(await (await raw(at('browsed'))).text()).toBe('seen');
    await expect.poll(figures).toMatchObject({ commands: before.commands + 1, runs: before.runs + 1 });
  });
});
