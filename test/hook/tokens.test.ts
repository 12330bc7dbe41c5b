/** What the hook signs in with: checked at install, a token with one purpose, and no second try after a refusal. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkHook } from '../../packages/cli/src/doctor/check-hook.ts';
import { flushHook, hookStatus, installHook, uninstallHook } from '../../packages/cli/src/hook/index.ts';
import { ADMIN_PASSWORD, type Service, type TestUser } from '../service.ts';
import type { Rig } from './rig.ts';
import { shareRig } from './share-rig.ts';

let service: Service;
let user: TestUser;
let rig: Rig;
shareRig((made) => {
  ({ service, user, rig } = made);
});

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly label: string;
  readonly last_used_at: string | null;
}
const tokens = async (): Promise<Listed[]> =>
  (await service.call<{ tokens: Listed[] }>('GET', '/tda/journal/tokens', { token: user.session })).body.tokens;
const active = async () => (await tokens()).filter(({ status }) => status === 'active');
const newToken = async (body: object = {}) =>
  (await service.call<{ id: string; token: string }>('POST', '/tda/journal/tokens', { token: user.session, body }))
    .body;
const tokenOf = async (clone: string): Promise<string> =>
  /token=(.*)/.exec(readFileSync((await hookStatus(clone, rig.env)).settings!, 'utf8'))![1]!;
const aCommit = (ref: string) => ({
  project_id: rig.project,
  message: 'By hand',
  commit_ref: ref,
  commit_date: '2026-01-31T09:05:00+01:00',
});
const requests = (path: string): number => service.log.filter((line) => line.includes(`"${path}"`)).length;

describe('hook install', () => {
  const settings = (change: object = {}) => ({
    url: service.url,
    project: rig.project,
    username: user.username,
    passwordFile: rig.passwordFile,
    ...change,
  });

  it('refuses a wrong password, a project that is not there or another’s, and a dead service; nothing is left', async () => {
    const clone = await rig.clone('verified', { hook: false });
    const wrong = join(rig.home, 'wrong-password');
    writeFileSync(wrong, 'not the password\n', { mode: 0o600 });
    const before = (await tokens()).length;
    const foreign = await service.call<{ id: number }>('POST', '/tda/projects', {
      token: await service.login(),
      body: { name: 'Not yours' },
    });
    const install = (change: object) => installHook({ clones: [clone], settings: settings(change), env: rig.env });
    await expect(install({ passwordFile: wrong })).rejects.toThrow(`refuses the password of ${user.username}`);
    await expect(install({ project: 987654 })).rejects.toThrow('has no project 987654 of this account');
    await expect(install({ project: foreign.body.id })).rejects.toThrow(/has no project/);
    await expect(install({ url: 'http://127.0.0.1:1' })).rejects.toThrow(/cannot be reached/);
    await expect(install({ passwordFile: undefined })).rejects.toThrow(/password .* is needed/);
    expect(await hookStatus(clone, rig.env)).toMatchObject({ installed: false, lost: null, settings: null });
    expect((await tokens()).length).toBe(before);
  });

  it('gives each place a token, a new one in place of the old, and gives it back at the end', async () => {
    const clone = await rig.clone('given');
    const first = await tokenOf(clone);
    expect((await tokens())[0]!.label).toContain(join(clone, '.git/hooks'));
    await rig.install(clone);
    const second = await tokenOf(clone);
    expect(second).not.toBe(first);
    const count = (await active()).length;
    await uninstallHook({ clones: [clone] });
    expect((await active()).length).toBe(count - 1);
    for (const token of [first, second]) {
      const refused = await service.call('POST', '/tda/journal/git-commit', { token, body: aCommit('aa') });
      expect(refused).toMatchObject({ status: 401, body: { code: 'journal_token_invalid' } });
    }
  });
});

describe('a journal token', () => {
  it('journals commits and opens nothing else', async () => {
    const { token, id } = await newToken();
    const call = (method: string, path: string, body?: object) => service.call(method, path, { token, body });
    expect(await call('POST', '/tda/journal/git-commit', aCommit('c0ffee1'))).toMatchObject({ status: 201 });
    expect((await tokens()).find((each) => each.id === id)?.last_used_at).not.toBeNull();
    const doors: [string, string, object?][] = [
      ['GET', '/auth/me'],
      ['POST', '/auth/logout'],
      ['GET', '/tda/journal'],
      ['GET', '/tda/journal/tokens'],
      ['GET', '/tda/projects'],
      ['GET', '/tda/ai/tokens'],
      ['GET', '/synapse/machines'],
      ['GET', '/synapse/secrets'],
      ['POST', '/tda/journal', { project_id: rig.project, content: 'no' }],
      ['POST', '/tda/journal/tokens', {}],
      ['POST', '/tda/ai/tokens', {}],
      ['POST', '/synapse/exec', { machine: 'local', command: 'true' }],
      ['GET', '/admin/users'],
    ] as [string, string, object?][];
    for (const [method, path, body] of doors) {
      expect([path, (await call(method, path, body)).body.code]).toEqual([path, 'token_kind_wrong']);
    }
    expect((await service.mcp(token, 'tools/list')).status).toBe(401);
    const ai = await service.newToken(user.session);
    const wrong = await service.call('POST', '/tda/journal/git-commit', { token: ai, body: aCommit('c0ffee2') });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'token_kind_wrong' } });
    expect(wrong.body.detail).toContain('jeton IA (dk_ai_…)');
  });

  it('is another user’s business never, and worth nothing once revoked, or its owner disabled', async () => {
    const other = await service.newUser('free');
    const { token, id } = await newToken({ label: 'mine' });
    const theirs = await service.call('DELETE', `/tda/journal/tokens/${id}`, { token: other.session });
    expect(theirs).toMatchObject({ status: 404 });
    const commit = (given: string, ref: string) =>
      service.call('POST', '/tda/journal/git-commit', { token: given, body: aCommit(ref) });
    expect((await commit(token, 'bb1')).status).toBe(201);
    expect((await service.call('DELETE', `/tda/journal/tokens/${id}`, { token: user.session })).status).toBe(204);
    expect((await commit(token, 'bb2')).status).toBe(401);
    const long = await service.call('POST', '/tda/journal/tokens', {
      token: user.session,
      body: { label: 'x'.repeat(101) },
    });
    expect(long).toMatchObject({ status: 422, body: { fields: [{ field: 'label' }] } });
    const session = { token: other.session };
    const kept = await service.call<{ token: string }>('POST', '/tda/journal/tokens', { ...session, body: {} });
    const project = await service.call<{ id: number }>('POST', '/tda/projects', { ...session, body: { name: 'P' } });
    const body = { ...aCommit('bb3'), project_id: project.body.id };
    const admin = await service.login();
    await service.call('PATCH', `/admin/users/${other.id}`, { token: admin, body: { disabled: true } });
    const disabled = await service.call('POST', '/tda/journal/git-commit', { token: kept.body.token, body });
    expect(disabled.status).toBe(401);
  });

  it('there are a hundred at most', async () => {
    const crowd = await service.newUser('free');
    const make = () => service.call('POST', '/tda/journal/tokens', { token: crowd.session, body: {} });
    const made = await Promise.all(Array.from({ length: 101 }, make));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(made.find(({ status }) => status !== 201)).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
  });
});

describe('after a refusal', () => {
  it('a stale password is tried once, not until everybody at this address is locked out', async () => {
    const clone = await rig.clone('stale', { by: 'password' });
    writeFileSync(rig.passwordFile, 'an old password\n');
    const before = requests('/auth/login');
    for (let each = 0; each < 14; each++) await rig.commit(clone, `Commit ${each}`);
    await rig.until(async () => (await hookStatus(clone, rig.env)).stopped !== null);
    await rig.commit(clone, 'After the refusal');
    await rig.until(async () => !(await rig.git(clone, 'status')).output.includes('.lock'));
    expect(requests('/auth/login') - before).toBeLessThanOrEqual(2);
    const status = await hookStatus(clone, rig.env);
    expect(status).toMatchObject({ waiting: 15, stopped: `the service refused the password of ${user.username}` });
    expect(await checkHook(clone, rig.env)).toMatchObject({ state: 'failed', detail: status.stopped });
    expect(
      (await service.call('POST', '/auth/login', { form: { username: 'admin', password: ADMIN_PASSWORD } })).status,
    ).toBe(200);

    writeFileSync(rig.passwordFile, `${user.password}\n`);
    expect((await hookStatus(clone, rig.env)).stopped).toBeNull();
    await rig.commit(clone, 'Mended');
    await rig.settled(clone);
    expect(await rig.journal('stale')).toHaveLength(16);
    expect((await hookStatus(clone, rig.env)).stopped).toBeNull();
  });

  it('a revoked token is not sent again; install mends it and nothing is lost', async () => {
    const clone = await rig.clone('revoked');
    const [{ id }] = (await tokens()) as [Listed];
    await service.call('DELETE', `/tda/journal/tokens/${id}`, { token: user.session });
    await rig.commit(clone, 'One');
    await rig.until(async () => (await hookStatus(clone, rig.env)).stopped !== null);
    const before = requests('/tda/journal/git-commit');
    await rig.commit(clone, 'Two');
    await rig.until(async () => (await rig.run(clone, 'sh', ['-c', '! test -d .git/synapse/.lock'])).code === 0);
    expect(requests('/tda/journal/git-commit')).toBe(before);
    expect(await hookStatus(clone, rig.env)).toMatchObject({
      waiting: 2,
      stopped: 'the service refused the token of this hook',
    });
    await rig.install(clone);
    expect(await flushHook(clone, rig.env)).toMatchObject({ waiting: 0, refused: 0, stopped: null });
    expect(await rig.journal('revoked')).toHaveLength(2);
  });

  it('an AI token in SYNAPSE_TOKEN is passed over, and named where there is nothing else', async () => {
    const SYNAPSE_TOKEN = await service.newToken(user.session);
    const clone = await rig.clone('ai-token');
    const commit = () => rig.run(clone, 'git', ['commit', '-q', '--allow-empty', '-m', 'Told'], { SYNAPSE_TOKEN });
    expect(await commit()).toEqual({ code: 0, output: '' });
    await rig.settled(clone);
    expect(await rig.journal('ai-token')).toHaveLength(1);
    const bare = await rig.clone('ai-token-alone', { hook: false });
    await installHook({ clones: [bare], env: rig.env });
    expect((await hookStatus(bare, { ...rig.env, SYNAPSE_TOKEN })).stopped).toMatch(
      /AI token \(dk_ai_…\).*dk_journal_/,
    );
    // Without one, what it lacks is a project.
    expect((await hookStatus(bare, rig.env)).stopped).toBe('it knows no project');
    expect((await hookStatus(bare, { ...rig.env, SYNAPSE_PROJECT_ID: '1' })).stopped).toBeNull();
  });
});
