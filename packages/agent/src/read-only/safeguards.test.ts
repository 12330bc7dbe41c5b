/** Reads of git start nothing that a hostile repository names: asked of git itself, in every shell that is here. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge } from '@synapse/judge';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { safeguardsFor } from './safeguards.ts';

const root = mkdtempSync(join(tmpdir(), 'synapse-judge-git-'));
const repository = join(root, 'repository');
const trace = join(root, 'trace');
/** Notes that it was started, and by what; passes its input on, so that nothing fails because of it. */
const evil = (by: string) => `echo ${by} >> ${trace}; cat 2>/dev/null; true`;

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    cwd: repository,
    stdio: 'pipe',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  });

const SETTINGS: Readonly<Record<string, string>> = {
  'core.fsmonitor': evil('fsmonitor'),
  'core.pager': evil('pager'),
  'pager.log': evil('pager.log'),
  'core.sshCommand': evil('ssh'),
  'core.askPass': evil('askpass'),
  'diff.external': evil('diff.external'),
  'diff.evil.command': evil('diff.command'),
  'diff.evil.textconv': evil('textconv'),
  'diff.odd.Name.textconv': evil('odd textconv'),
  'filter.evil.clean': evil('clean'),
  'filter.evil.smudge': evil('smudge'),
  'filter.evil.process': evil('process'),
  'filter.odd.Name.clean': evil('odd clean'),
  'filter.odd.Name.required': 'true',
  'gpg.program': evil('gpg'),
  'log.showSignature': 'true',
  'format.pretty': 'format:%h %G? %s',
  'alias.status': `!${evil('alias')}`,
  'credential.helper': `!${evil('credential')}`,
  'diff.submodule': 'diff',
  'remote.origin.url': `ext::sh -c ${evil('transport').replaceAll(' ', '% ')}`,
  'remote.origin.promisor': 'true',
  'remote.origin.partialclonefilter': 'blob:none',
};

beforeAll(() => {
  mkdirSync(repository);
  git('init', '-q', '-b', 'main');
  for (const name of ['file', 'other']) writeFileSync(join(repository, name), 'one\n');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  writeFileSync(join(repository, '.gitattributes'), 'file diff=evil filter=evil\nother filter=odd.Name diff=evil\n');
  git('add', '.');
  git('commit', '-q', '-m', 'second');
  writeFileSync(join(repository, 'file'), 'two\n');
  writeFileSync(join(repository, 'other'), 'two\n');
  git('stash');
  git('stash', 'apply');
  for (const [key, value] of Object.entries(SETTINGS)) git('config', key, value);
  writeFileSync(join(repository, '.git/info/attributes'), '* diff=evil filter=evil\n');
  writeFileSync(
    join(root, 'included'),
    `[core]\n\tfsmonitor = ${JSON.stringify(evil('included'))}\n[filter "late"]\n\tclean = ${JSON.stringify(evil('late'))}\n`,
  );
  git('config', 'include.path', join(root, 'included'));
  for (const hook of ['post-index-change', 'pre-commit', 'reference-transaction', 'post-checkout']) {
    writeFileSync(join(repository, '.git/hooks', hook), `#!/bin/sh\n${evil(hook)}\n`, { mode: 0o755 });
  }
  rmSync(trace, { force: true });
});
afterEach(() => rmSync(trace, { force: true }));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const READS = [
  'git status',
  'git status -s',
  'git status -v',
  'git status -vv',
  'git status --verbose --verbose',
  'git diff',
  'git diff --cached',
  'git diff HEAD~1',
  'git diff --stat',
  'git log',
  'git log -p',
  'git log --stat --oneline',
  'git show',
  'git show HEAD~1',
  'git blame file',
  'git ls-files -m',
  'git ls-files -s',
  'git grep two',
  'git stash list',
  'git stash show',
  'git stash show -p',
  'git reflog',
  'git reflog -p',
  'git reflog --patch -1',
  'git reflog --stat -p',
  'git reflog show -p',
  'git stash list -p',
  'git branch -avv',
  'git tag -l',
  'git remote -v',
  'git describe --always',
  'git rev-parse HEAD',
  'git rev-list --all',
  'git shortlog -s HEAD',
  'git cat-file -p HEAD',
  'git for-each-ref',
  'git diff-index HEAD',
  'git diff-files',
  'git diff-tree -p HEAD',
  "git log --format='%G? %GK %s'",
  'git config --list',
  'git worktree list',
  'git count-objects -v',
  'git whatchanged -p',
  'git --no-pager log -1',
  `git -C ${repository} diff`,
  'git diff | wc -l',
  'x=$(git status); echo "$x"',
  '(git diff)',
  'git check-attr -a file',
  'git name-rev HEAD',
  'git merge-base HEAD HEAD~1',
  'git show-ref',
  'git annotate file',
  'git cherry HEAD',
];

/** Names, sizes and moments of all that is in the repository. */
const snapshot = (): string =>
  (readdirSync(repository, { recursive: true }) as string[])
    .sort()
    .map((name) => `${name} ${statSync(join(repository, name)).size} ${statSync(join(repository, name)).mtimeMs}`)
    .join('\n');

const run = (script: string, shell = 'sh') =>
  spawnSync(shell, ['-c', script], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });

describe('reads of git', () => {
  it('would start the programs of the repository, if nothing kept them from it', () => {
    for (const script of ['git status', 'git diff', 'git log -p', 'git blame file']) run(script);
    const started = readFileSync(trace, 'utf8');
    for (const by of ['included', 'process', 'textconv', 'diff.command', 'post-index-change'])
      expect(started).toContain(by);
  });

  it.each(READS)('start none of them: %s', (script) => {
    const judgement = judge(script, { cwd: repository, home: null });
    expect(judgement.effects).toEqual(['read']);
    const { preamble } = safeguardsFor(judgement);
    const before = snapshot();
    const { stdout, stderr, status } = run(preamble + script);
    expect(existsSync(trace) ? readFileSync(trace, 'utf8') : '', stderr).toBe('');
    expect(snapshot()).toBe(before);
    expect(status, stderr).toBe(0);
    expect(stdout.length + Number(/tag -l|worktree|cherry|cached/.test(script))).toBeGreaterThan(0);
  });

  const here = ['bash', 'dash', 'busybox sh'].filter((shell) => spawnSync(shell.split(' ')[0]!).error === undefined);
  it.each(here)('in %s, too', (shell) => {
    const [program, ...args] = shell.split(' ');
    const script = `${safeguardsFor(judge('git status', { cwd: null, home: null })).preamble}git status -s; git diff; git log -p; git blame other`;
    const { stdout, status } = spawnSync(program!, [...args, '-c', script], { cwd: repository, encoding: 'utf8' });
    expect(existsSync(trace)).toBe(false);
    expect(status).toBe(0);
    expect(stdout).toContain('+two');
  });

  it('pass on what does not read, and the exit code', () => {
    const { preamble } = safeguardsFor(judge('git status', { cwd: null, home: null }));
    expect(run(`${preamble}git rev-parse --verify nothing`).status).toBe(128);
    expect(run(`${preamble}git symbolic-ref HEAD`).stdout).toBe('refs/heads/main\n');
    expect(safeguardsFor(judge('ls', { cwd: null, home: null })).preamble).toBe('');
  });

  it.each([
    'git log --show-signature',
    'git diff --ext-diff',
    'git log --textconv',
    'git -c a=b log',
    'git cat-file --filters HEAD:file',
  ])('are opaque where nothing can keep them from it: %s', (script) => {
    expect(judge(script, { cwd: null, home: null }).effects).toContain('opaque');
  });
});
