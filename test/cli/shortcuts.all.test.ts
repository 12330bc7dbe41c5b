/** Aliases, filters, the Git hook and the agent by command, in real processes, on a real service. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Cli, createCli } from './run-cli.ts';

const AUTHOR = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};
// Each command is a process of its own, which takes time on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

let service: Service;
let cli: Cli;
beforeAll(async () => {
  service = await startService();
  cli = createCli(service.url);
  await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
});
afterAll(async () => {
  cli.remove();
  await service.stop();
});

describe('shortcuts', () => {
  it('makes, lists, renames, uses and deletes aliases', async () => {
    expect((await cli.run('alias set', ['--json', 'zzq', 'echo', 'by alias', '{}'])).json).toMatchObject({
      code: 'zzq',
      command: "echo 'by alias' {}",
    });
    expect((await cli.run('exec', ['local', '--', '@zzq now'])).stdout).toBe('by alias now\n');
    expect((await cli.run('alias rename', ['zzq', 'zzx'])).stdout).toContain("zzx = echo 'by alias' {}");
    expect((await cli.run('alias list')).stdout).toMatch(/zzx +1 /);
    expect(await cli.run('alias rm', ['zzx', '--yes'])).toMatchObject({ code: 0 });
    const carried = ['--machine', 'local', '--cwd', '/tmp', '--timeout', '20'];
    expect((await cli.run('alias set', [...carried, 'zzy', 'pwd'])).stdout).toBe(
      'zzy = pwd  --machine local  --cwd /tmp  --timeout 20\n',
    );
    expect((await cli.run('alias list', ['--json'])).json.aliases).toMatchObject([
      { code: 'zzy', command: 'pwd', machine: 'local', cwd: '/tmp', timeout_seconds: 20 },
    ]);
    expect(await cli.run('alias rm', ['zzy', '--yes'])).toMatchObject({ code: 0 });
    expect((await cli.run('alias seed', ['--json'])).json.installed.length).toBeGreaterThan(3);
  });

  it('mines suggestions, accepts one and rejects one', async () => {
    for (const command of [
      'echo mined often enough to be worth a code',
      'printf another-candidate-that-is-long-enough',
    ]) {
      const token = await service.login();
      const body = { machine: 'local', command };
      for (let count = 0; count < 3; count++) await service.call('POST', '/synapse/exec', { token, body });
    }
    const mined = (await cli.run('alias mine', ['--days', '1', '--min-count', '3', '--json'])).json.suggestions;
    const [first, second] = [/mined often/, /candidate/].map((which) =>
      mined.find(({ command }: { command: string }) => which.test(command)),
    );
    expect((await cli.run('alias suggestions')).stdout).toContain(first.id);
    const accepted = await cli.run('alias suggestions', ['--accept', first.id, '--code', 'zzm', '--json']);
    expect(accepted.json).toMatchObject({ status: 'accepted', code: 'zzm' });
    expect((await cli.run('alias suggestions', ['--reject', second.id])).stdout).toContain('rejected');
    expect(await cli.run('alias suggestions', ['--accept', 'a', '--reject', 'b'])).toMatchObject({ code: 2 });
  });

  it('tries, stores, uses and deletes own filters', async () => {
    const file = join(cli.home, 'my-tool.json');
    const filter = {
      name: 'my-tool',
      match_command: '^my-tool|^printf',
      keep_lines_matching: ['^RESULT'],
      cases: [
        { name: 'keeps results', stdout: 'noise\nnoise\nRESULT 1\nmore noise of all kinds\n', expected: 'RESULT 1' },
      ],
    };
    writeFileSync(file, JSON.stringify(filter));
    expect(await cli.run('filter test', [file])).toMatchObject({ code: 0, stdout: 'ok    keeps results\n' });
    expect((await cli.run('filter set', [file, '--json'])).json).toMatchObject({ name: 'my-tool' });
    expect((await cli.run('filter list')).stdout).toMatch(/my-tool +1 +\^my-tool/);
    const ran = await cli.run('exec', ['local', '--json', '--', String.raw`printf 'noise %s\n' a b c; echo RESULT 2`]);
    expect(ran.json).toMatchObject({ filter: 'own:my-tool' });
    expect(ran.json.stdout.trim()).toBe('RESULT 2');
    const wrong = { ...filter, cases: [{ ...filter.cases[0], expected: 'something else' }] };
    writeFileSync(file, JSON.stringify(wrong));
    const tried = await cli.run('filter test', [file]);
    expect(tried.code).toBe(1);
    expect(tried.stdout).toMatch(/wrong keeps results[\s\S]*something else[\s\S]*RESULT 1/);
    expect(await cli.run('filter set', [file])).toMatchObject({ code: 1 });
    writeFileSync(file, JSON.stringify({ ...filter, match_command: '(' }));
    expect(await cli.run('filter test', [file])).toMatchObject({ code: 1 });
    expect(await cli.run('filter rm', ['my-tool', '--yes'])).toMatchObject({ code: 0 });
    expect((await cli.run('filter list', ['--json'])).json).toEqual({ filters: [] });
  });
});

describe('the Git hook', () => {
  it('is installed, looked at, flushed and taken out', async () => {
    const repository = join(cli.home, 'repository');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, env: { ...cli.env, ...AUTHOR } });
    mkdirSync(repository);
    git('init', '-q');
    const token = await service.login();
    // Without a project its commits would wait for ever: nothing is installed.
    const bare = await cli.run('hook install', [], { cwd: repository });
    expect(bare).toMatchObject({ code: 2, stdout: '' });
    expect(bare.stderr).toMatch(/which project\?[\s\S]*project list[\s\S]*project add/);
    expect((await cli.run('hook status', ['--json'], { cwd: repository })).json.clones[0].installed).toBe(false);
    expect((await cli.run('project add', ['hooked'])).stdout).toMatch(/^Project hooked is made, number \d+\.\n$/);
    const { projects } = (await cli.run('project list', ['--json'])).json;
    const project = { body: projects.find(({ name }: { name: string }) => name === 'hooked') as { id: number } };
    const passwordFile = join(cli.home, 'password');
    writeFileSync(passwordFile, `${ADMIN_PASSWORD}\n`, { mode: 0o600 });
    const args = ['--project', 'Hooked', '--username', 'admin', '--password-file', passwordFile];
    const at = { cwd: repository };
    const unknown = await cli.run('hook install', ['--project', 'hoked', ...args.slice(2)], at);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toMatch(/no project hoked[\s\S]*There are: .*hooked \(\d+\)/);
    expect(await cli.run('hook install', args, at)).toMatchObject({ code: 0 });
    expect((await cli.run('hook status', ['--json'], at)).json.clones).toMatchObject([{ installed: true }]);
    git('commit', '-q', '--allow-empty', '-m', 'journalled by the hook');
    const flushed = await cli.run('hook flush', ['--json'], at);
    expect(flushed, flushed.stderr).toMatchObject({ code: 0 });
    const journal = () =>
      service.call<{ entries: { content: string }[] }>('GET', `/tda/journal?project_id=${project.body.id}`, { token });
    await expect.poll(async () => (await journal()).body.entries[0]?.content).toContain('journalled by the hook');
    expect(await cli.run('hook uninstall', [], at)).toMatchObject({ code: 0 });
    expect((await cli.run('hook status', [], at)).stdout).toMatch(/ no +0 /);
    expect(await cli.run('hook status', ['--clone', cli.home])).toMatchObject({ code: 1 });
    expect(await cli.run('hook install', ['--username', 'admin'], at)).toMatchObject({ code: 2 });
  });
});

describe('the agent', () => {
  it('enrols and connects, says how it is, and goes', async () => {
    const made = (await cli.run('machine add', ['laptop', '--kind', 'agent', '--json'])).json;
    const home = join(cli.home, 'agent');
    expect(await cli.run('agent status', ['--home', home])).toMatchObject({ code: 1 });
    const args = ['--server', service.url, '--code', made.enrollment.code, '--home', home, '--allow-dir', cli.home];
    const child = cli.start('agent run', args);
    await expect
      .poll(async () => (await cli.run('machine list', ['--json'])).json.machines, { timeout: 60_000 })
      .toContainEqual(expect.objectContaining({ slug: 'laptop', connected: true }));
    expect((await cli.run('agent status', ['--home', home])).stdout).toMatch(/machine +laptop on http/);
    expect((await cli.run('exec', ['laptop', '-C', cli.home, '--', 'echo from the agent'])).stdout).toBe(
      'from the agent\n',
    );
    child.kill('SIGTERM');
    expect((await once(child, 'close'))[0]).toBe(0);
    expect(await cli.run('agent uninstall', ['--home', home])).toMatchObject({ code: 0 });
    expect(existsSync(join(home, 'key'))).toBe(false);
  });
});
