/** A person agrees to what they are shown, and to nothing else: files as a diff, every machine, jobs, every part of a command. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';
import { ASKING_POLICY, approve, ask, entryOf, intact, listed, look, newOwner, type Owner, type Shown } from './rig.ts';

const SECRET = 'correct-horse-battery-staple';
const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
/** Reading is free; the rest is asked about. */
const CAREFUL = 'version: 1\ndefault: careful\n';

describe.each(['sqlite', 'postgres'] as const)('what a person is shown on %s', (dialect) => {
  let service: Service;
  let owner: Owner;
  let folder: string;
  const env: Record<string, string> = { SYNAPSE_ALLOW_LOCAL: 'all' };
  const at = (name: string): string => join(folder, name);
  const tool = (name: string, args: Record<string, unknown>) => {
    service.advance(2_100);
    return service.tool(owner.token, `synapse_${name}`, { machine: 'free', ...args });
  };
  const question = async (asker = owner): Promise<Shown> => {
    await expect.poll(() => listed(service, asker)).toHaveLength(1);
    const [{ id }] = await listed(service, asker);
    return (await service.call<Shown>('GET', `/synapse/approvals/${id}`, { token: asker.session })).body;
  };
  beforeAll(async () => {
    env.SYNAPSE_DATA_DIR = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-shown-')));
    if (dialect === 'postgres') env.SYNAPSE_DATABASE_URL = await createPostgresDatabase();
    service = await startService(env);
    folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-shown-files-')));
  });
  beforeEach(async () => {
    owner = await newOwner(service, CAREFUL);
    await service.call('PUT', '/synapse/secrets/DB_PASSWORD', { token: owner.session, body: { value: SECRET } });
  });
  afterAll(() => service?.stop());

  it('is where a link leads; and once another one is there, nothing is written', async () => {
    writeFileSync(at('meant'), 'old\n');
    writeFileSync(at('other'), 'old\n');
    symlinkSync(at('meant'), at('link'));
    const writing = tool('write_file', { path: at('link'), text: 'new\n' });
    const { id, file } = await question();
    expect(file.place).toBe(realpathSync(at('meant')));
    // The same content as was there: nothing but the link tells.
    unlinkSync(at('link'));
    symlinkSync(at('other'), at('link'));
    expect((await approve(service, owner, id)).status).toBe(409);
    expect((await writing).code).toBe('approval_stale');
    expect(readFileSync(at('meant'), 'utf8') + readFileSync(at('other'), 'utf8')).toBe('old\nold\n');
    const again = tool('write_file', { path: at('link'), text: 'new\n' });
    const shown = await question();
    expect(shown.file.place).toBe(realpathSync(at('other')));
    expect((await approve(service, owner, shown.id)).status).toBe(200);
    expect((await again).isError).toBe(false);
    expect(readFileSync(at('other'), 'utf8')).toBe('new\n');
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(true);
    await intact(service, owner);
  });

  it('is a file that a person uploads: its size and hash, and it is written once they agree', async () => {
    const address = `/synapse/machines/free/file?path=${encodeURIComponent(at('sent'))}`;
    const bytes = Buffer.from([0, 255, 1, 254, 10]);
    const put = (body: Buffer) =>
      fetch(service.url + address, {
        method: 'PUT',
        body: new Uint8Array(body),
        headers: { authorization: `Bearer ${owner.session}`, 'content-type': 'application/octet-stream' },
      });
    const sending = put(bytes);
    const { id, file } = await question();
    expect(file).toMatchObject({ size: 5, sha256: sha256(bytes), diff: '', before: { exists: false } });
    expect(existsSync(at('sent'))).toBe(false);
    expect((await approve(service, owner, id)).status).toBe(200);
    const answer = await sending;
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ path: at('sent'), size: 5, sha256: sha256(bytes) });
    expect(readFileSync(at('sent'))).toEqual(bytes);
    // More than can wait is refused, and says so.
    const refused = await put(Buffer.alloc(2 * 1024 * 1024 + 1));
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'policy_denied', detail: expect.stringContaining('2097152') });
  });

  it('is the diff of a write against what is there, redacted, with size and hash, also after a restart', async () => {
    writeFileSync(at('conf'), `user=app\npassword=${SECRET}\nport=1\n`);
    const text = 'user=app\npassword={{DB_PASSWORD}}\nport=2\n';
    const writing = tool('write_file', { path: at('conf'), text, secrets: true, mode: '640' });
    const { id, file } = await question();
    expect(file).toEqual({
      size: text.length,
      sha256: sha256(text),
      mode: '640',
      place: null,
      more_lines: 0,
      before: {
        exists: true,
        size: readFileSync(at('conf')).length,
        sha256: sha256(readFileSync(at('conf'), 'utf8')),
      },
      diff: [
        `--- ${at('conf')}`,
        `+++ ${at('conf')}`,
        '@@ -1,3 +1,3 @@',
        ' user=app',
        ' password={{DB_PASSWORD}}',
        '-port=1',
        '+port=2',
      ].join('\n'),
    });
    const rows = await service.app.database.queries.selectFrom('approvals').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    expect(Buffer.from(rows.find((row) => row.id === id)!.shown!).toString('latin1')).not.toContain('port=');
    await approve(service, owner, id);
    expect((await writing).result).toMatchObject({ path: at('conf'), created: false });
    expect(readFileSync(at('conf'), 'utf8')).toBe(`user=app\npassword=${SECRET}\nport=2\n`);

    const { result } = await ask(service, owner, 'touch x', { machine: 'free' });
    const pending = await question();
    await service.stop();
    service = await startService(env);
    expect(await question()).toEqual(pending);
    expect(pending).toMatchObject({ execution_id: result.execution_id, file: null, machines: null });
    await service.call('POST', `/synapse/approvals/${pending.id}`, {
      token: owner.session,
      body: { decision: 'deny' },
    });
  });

  it('is the whole text of a new file', async () => {
    void tool('write_file', { path: at('new'), text: 'first\nsecond' });
    const { id, file } = await question();
    expect(file).toMatchObject({ size: 12, sha256: sha256('first\nsecond'), mode: null, more_lines: 0 });
    expect(file.before).toEqual({ exists: false, size: null, sha256: null });
    expect(file.diff).toContain('+first\n+second');
    expect((await approve(service, owner, id)).status).toBe(200);
    await expect.poll(() => existsSync(at('new'))).toBe(true);
  });

  it('is the whole text of a new file in folders that are made with it, once it is approved', async () => {
    const path = at('made/with/it');
    expect((await tool('write_file', { path, text: 'first' })).code).toBe('file_not_found');
    const writing = tool('write_file', { path, text: 'first', parents: true });
    const { id, file } = await question();
    expect(file.before).toEqual({ exists: false, size: null, sha256: null });
    expect(existsSync(at('made'))).toBe(false);
    expect((await approve(service, owner, id)).status).toBe(200);
    expect((await writing).result).toMatchObject({ sha256: sha256('first') });
    expect(readFileSync(path, 'utf8')).toBe('first');
  });

  it('is what an edit would make of the file', async () => {
    const before = `a=1\nkey=${SECRET}\nb=2\n`;
    writeFileSync(at('edited'), before);
    const editing = tool('edit_file', {
      path: at('edited'),
      expect: sha256(before),
      edits: [{ old: 'a=1', new: 'a=3' }],
    });
    const { id, file } = await question();
    const after = before.replace('a=1', 'a=3');
    expect(file).toMatchObject({ size: after.length, sha256: sha256(after), mode: null });
    expect(file.before).toEqual({ exists: true, size: before.length, sha256: sha256(before) });
    expect(file.diff).toContain('-a=1\n+a=3\n key={{DB_PASSWORD}}');
    expect(JSON.stringify(file)).not.toContain(SECRET);
    await approve(service, owner, id);
    expect((await editing).result).toMatchObject({ sha256: sha256(after) });
  });

  it('is all that is agreed to: where what is there has changed since, nothing is written', async () => {
    for (const [name, before] of [
      ['moved', 'old\n'],
      ['appeared', null],
    ] as const) {
      if (before !== null) writeFileSync(at(name), before);
      const writing = tool('write_file', { path: at(name), text: 'new\n' });
      const { id, execution_id } = await question();
      writeFileSync(at(name), 'somebody else wrote this\n');
      expect(await approve(service, owner, id)).toMatchObject({ status: 409, body: { code: 'approval_stale' } });
      expect(await entryOf(service, owner, execution_id)).toMatchObject({ refusal: 'approval_stale' });
      expect((await writing).code).toBe('approval_stale');
      expect(readFileSync(at(name), 'utf8')).toBe('somebody else wrote this\n');
    }
  });

  it('is nothing where the order cannot work: it is refused, and nobody is asked', async () => {
    writeFileSync(at('plain'), 'one\ntwo\n');
    const edit = (expect: string, old: string) =>
      tool('edit_file', { path: at('plain'), expect, edits: [{ old, new: 'x' }] });
    expect(await edit(sha256('other'), 'one')).toMatchObject({ code: 'file_changed', isError: true });
    expect((await edit(sha256('other'), 'one')).text).toContain(sha256('one\ntwo\n'));
    expect((await edit(sha256('one\ntwo\n'), 'three')).code).toBe('file_edit_ambiguous');
    expect((await tool('write_file', { path: at('plain'), text: 'x', expect: 'absent' })).code).toBe('file_changed');
    expect(
      (await tool('edit_file', { path: at('none'), expect: sha256(''), edits: [{ old: 'a', new: 'b' }] })).code,
    ).toBe('file_not_found');
    expect(await listed(service, owner)).toEqual([]);
    expect(readFileSync(at('plain'), 'utf8')).toBe('one\ntwo\n');
    await intact(service, owner);
  });

  it('where reading has to be asked for, too, a wrong guess tells nothing of what is there', async () => {
    const strict = await newOwner(service, ASKING_POLICY);
    writeFileSync(at('closed'), 'one\n');
    const { code, text } = await service.tool(strict.token, 'synapse_edit_file', {
      machine: 'asked',
      path: at('closed'),
      expect: sha256('guess'),
      edits: [{ old: 'a', new: 'b' }],
    });
    expect(code).toBe('file_changed');
    expect(text).not.toContain(sha256('one\n'));
    // Neither does it matter whether the text is there: a person is asked about both, and shown the edits themselves.
    for (const old of ['one', 'none of it']) {
      const edits = [{ old, new: 'two' }];
      const editing = service.tool(strict.token, 'synapse_edit_file', { machine: 'asked', path: at('closed'), edits });
      const { id, file } = await question(strict);
      expect(file.diff).toContain(`-${old}`);
      expect(file.diff).toContain('+two');
      await approve(service, strict, id);
      const { code: outcome, result } = await editing;
      if (old === 'one') expect(result.diff).toContain('+two');
      else expect(outcome).toBe('file_edit_ambiguous');
    }
  });

  it('has a bound: a list brings the beginning of a long diff, the question itself all of it', async () => {
    const text = Array.from({ length: 5_000 }, (_, line) => `line ${line}`).join('\n');
    void tool('write_file', { path: at('long'), text });
    const { id, file } = await question();
    const [shortened] = await listed(service, owner);
    expect(file.more_lines).toBe(0);
    expect(file.diff.split('\n')).toHaveLength(3 + 5_000 + 1);
    expect(shortened.file.diff.length).toBeLessThanOrEqual(16 * 1024);
    expect(shortened.file.diff.split('\n').length + shortened.file.more_lines).toBe(file.diff.split('\n').length);
    expect(shortened.file.sha256).toBe(sha256(text));
    await service.call('POST', `/synapse/approvals/${id}`, { token: owner.session, body: { decision: 'deny' } });
  });

  it('is every machine of an order for many, by name, and whether it is a job, and for how long', async () => {
    const many = service.tool(owner.token, 'synapse_exec_many', {
      machines: ['free', 'asked'],
      command: 'touch x',
      timeout_seconds: 7,
    });
    await expect.poll(() => listed(service, owner)).toHaveLength(2);
    for (const each of await listed(service, owner)) {
      expect(each).toMatchObject({ machines: ['free', 'asked'], timeout_seconds: 7, detach: false });
      await service.call('POST', `/synapse/approvals/${each.id}`, {
        token: owner.session,
        body: { decision: 'deny' },
      });
    }
    expect((await many).result).toMatchObject({ total: 2, failed: 2 });
    await ask(service, owner, 'touch x', { machine: 'free', detach: true, timeout_seconds: 90_000 });
    const job = await question();
    expect(job).toMatchObject({ detach: true, timeout_seconds: 90_000, machines: null });
    await service.call('POST', `/synapse/approvals/${job.id}`, {
      token: owner.session,
      body: { decision: 'deny' },
    });
  });

  it('names every part that needs a decision', async () => {
    const command =
      'ls /; touch /tmp/first-part; cat /etc/hostname && rm -f /tmp/second-part; curl https://third.example';
    const { result } = await ask(service, owner, command, { machine: 'free' });
    const { id, reason } = await question();
    for (const part of ['touch /tmp/first-part', 'rm -f /tmp/second-part', 'curl https://third.example'])
      expect(reason).toContain(`« ${part} »`);
    for (const part of ['« ls / »', '« cat /etc/hostname »']) expect(reason).not.toContain(part);
    await service.call('POST', `/synapse/approvals/${id}`, { token: owner.session, body: { decision: 'deny' } });
    expect(await look(service, owner, result.execution_id, 0)).toMatchObject({ status: 'refused' });
  });
});
