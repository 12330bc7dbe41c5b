/**
 * Commands that would get past a list of harmless programs: each is really run, and must leave no trace and print no
 * secret.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLimits } from '../limits.ts';

const root = mkdtempSync(join(tmpdir(), 'synapse-read-only-'));
const [home, work, hostile, plain] = ['home', 'work', 'hostile', 'plain'].map((name) => join(root, name)) as [
  string,
  string,
  string,
  string,
];
const CANARY = 'canary-private-key';
const trace = join(root, 'trace');
const { check } = createLimits({
  allowDirs: [],
  allowContainers: [],
  containerOnly: false,
  readOnlyCommands: true,
  home,
});

/** What the command prints if it is let through. Null if it is not. */
async function attempt(script: string, cwd: string): Promise<string | null> {
  const permitted = await check({ script, cwd, container: null }).catch(() => null);
  if (permitted === null) return null;
  try {
    const env = { ...process.env, CANARY };
    return execFileSync('sh', ['-c', permitted.script], { cwd, env, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd, stdio: 'pipe' });

beforeAll(() => {
  for (const folder of [home, work, hostile, plain]) mkdirSync(folder);
  writeFileSync(join(home, 'identity.json'), CANARY);
  symlinkSync(join(home, 'identity.json'), join(work, 'innocent'));
  symlinkSync(home, join(work, 'folder'));
  for (const repository of [hostile, plain]) {
    git(repository, 'init', '-q', '-b', 'main');
    writeFileSync(join(repository, 'file'), 'one\n');
    writeFileSync(join(repository, '.gitattributes'), '* diff=evil filter=evil\n');
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '-m', 'first');
    writeFileSync(join(repository, 'file'), 'two\n');
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('commands that only look', () => {
  it('delete nothing by a pattern that turns into an option', async () => {
    writeFileSync(join(work, '-delete'), '');
    writeFileSync(join(work, 'precious'), '');
    expect(await attempt("find ''?delete", work)).toBeNull();
    expect(existsSync(join(work, 'precious'))).toBe(true);
    rmSync(join(work, '-delete'));
  });

  it('start nothing that a repository asks for', async () => {
    const touch = `touch ${trace}; true`;
    const settings = {
      'core.fsmonitor': touch,
      'diff.external': touch,
      'diff.evil.textconv': touch,
      'diff.evil.command': touch,
      'filter.evil.clean': touch,
      'core.pager': touch,
      'include.path': '/tmp/elsewhere',
      'alias.status': `!${touch}`,
    };
    for (const [key, value] of Object.entries(settings)) {
      git(hostile, 'config', key, value);
      for (const script of ['git status', 'git diff', 'git log -p', 'git show', 'git blame file', 'git ls-files -m']) {
        expect(await attempt(script, hostile), `${key}: ${script}`).toBeNull();
      }
      expect(existsSync(trace), key).toBe(false);
      git(hostile, 'config', '--unset', key);
    }
  });

  it('run no hook, and read what an ordinary repository holds', async () => {
    const hook = join(plain, '.git/hooks/post-index-change');
    mkdirSync(join(plain, '.git/hooks'), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 });
    git(plain, 'remote', 'add', 'origin', 'https://example.org/x.git');
    expect(await attempt('git status', plain)).toContain('modified:   file');
    expect(await attempt('git diff', plain)).toContain('+two');
    expect(await attempt('git log --oneline | wc -l', plain)).toContain('1');
    expect(existsSync(trace)).toBe(false);
  });

  it.each([
    ['cat identity.json', home],
    [`cat ${home}/identity.json`, '/'],
    [`cat ${home}/ident*`, '/'],
    [`cat ${root}/h*e/identity.json`, '/'],
    ['cat innocent', work],
    ['head -c 100 folder/identity.json', work],
    ['cat i*t', work],
    ['grep -r canary', root],
    [`grep -r canary ${root}`, '/'],
    ['grep -r canary home', root],
    [`git diff /dev/null ${home}/identity.json`, plain],
    ['cat /proc/self/environ', '/'],
    ['cat /proc/*/environ', '/'],
    ['cat self/environ', '/proc'],
    ['cat environ', '/proc/self'],
    ['grep -a CANARY /dev/fd/../environ', '/'],
    ['ps eww', '/'],
    ['ps axe', '/'],
  ])('do not show what is private: %s', async (script, cwd) => {
    expect((await attempt(script, cwd)) ?? 'refused').not.toContain(CANARY);
    expect(await attempt(script, cwd)).toBeNull();
  });

  it('still read what is not', async () => {
    expect(await attempt('cat /proc/meminfo | head -n 1', '/')).toContain('MemTotal');
    writeFileSync(join(work, 'notes'), 'hello\n');
    expect(await attempt('cat notes', work)).toBe('hello\n');
    expect(await attempt('grep -c hello not*', work)).toBe('1\n');
  });

  it('see nothing private of a container', async () => {
    for (const script of [
      'cat /proc/1/environ',
      'cat /p*/1/environ',
      'cat ../proc/1/environ',
      'git status',
      'cat ~/x',
    ]) {
      await expect(check({ script, cwd: '/srv', container: 'web' }), script).rejects.toMatchObject({
        code: 'agent_refused',
      });
    }
    expect(await check({ script: 'cat notes', cwd: '/srv', container: 'web' })).toEqual({
      script: 'cat notes',
      cwd: '/srv',
      onlyReads: true,
    });
  });
});
