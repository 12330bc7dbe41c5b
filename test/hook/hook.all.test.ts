/** The Git hook in real clones, with a real service: whatever happens to either, the commit is made. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flushHook, hookStatus } from '../../packages/cli/src/hook/index.ts';
import type { Service, TestUser } from '../service.ts';
import type { Rig } from './rig.ts';
import { shareRig } from './share-rig.ts';
import { runInTrouble } from './unwritable.ts';

let service: Service;
let user: TestUser;
let rig: Rig;
shareRig((made) => {
  ({ service, user, rig } = made);
});

const commandLines = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    })
    .join('\n');

const subjects = (entries: string[]): string[] => entries.map((entry) => entry.replace(/^\w+ /, ''));

describe('with the service there', () => {
  it('a commit is journaled, silently, under the clone’s name [S4-HOOK] [C7-HOOK]', async () => {
    const clone = await rig.clone('alpha');
    const hash = await rig.commit(clone, 'First light');
    await rig.settled(clone);
    expect(await rig.journal('alpha')).toEqual([`${hash.slice(0, 7)} First light`]);
    const { settings, installed } = await hookStatus(clone, rig.env);
    expect(installed).toBe(true);
    const kept = readdirSync(join(settings!, '..'));
    expect(kept).toEqual(['hook.conf']);
    for (const name of kept) expect(statSync(join(settings!, '..', name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(settings!, 'utf8')).toMatch(/^url=.*\nproject=\d+\ntoken=dk_journal_\w+\n$/);
  });

  it('any subject arrives as it is, cut at 500 characters', async () => {
    const clone = await rig.clone('words');
    const hostile = `"quoted" \\back\\slash\\ $(touch pwned) \`id\` %s %d 'single' é 🚪 {{X}} <b> \x07 -- ;`;
    await rig.commit(clone, hostile);
    await rig.commit(clone, `${'🚪'.repeat(499)}é and more`);
    await rig.git(clone, 'commit', '-q', '--allow-empty', '--allow-empty-message', '-m', '');
    await rig.commit(clone, 'Line one\nline two\n\nBody that stays at home');
    await rig.settled(clone);
    expect(subjects(await rig.journal('words'))).toEqual([
      hostile.replace('\x07', ' '),
      `${'🚪'.repeat(499)}é`,
      '(no message)',
      'Line one line two',
    ]);
    expect(existsSync(join(clone, 'pwned'))).toBe(false);
  });

  it('twenty commits in a loop are twenty entries, in order', async () => {
    const clone = await rig.clone('loop');
    const wanted = Array.from({ length: 20 }, (_, at) => `Commit ${at + 1}`);
    for (const message of wanted) await rig.commit(clone, message);
    await rig.settled(clone);
    expect(subjects(await rig.journal('loop'))).toEqual(wanted);
  });

  it('an expired session is renewed without a word', async () => {
    const clone = await rig.clone('renewed', { by: 'password' });
    await rig.commit(clone, 'Before');
    await rig.settled(clone);
    service.advance(13 * 3600_000);
    await rig.commit(clone, 'After');
    await rig.settled(clone);
    expect(subjects(await rig.journal('renewed'))).toEqual(['Before', 'After']);
  });

  it('wget serves where there is no curl', async () => {
    const bin = join(rig.home, 'bin-without-curl');
    mkdirSync(bin);
    const programs = new Map(['/usr/bin', '/bin'].flatMap((dir) => readdirSync(dir).map((name) => [name, dir])));
    programs.delete('curl');
    for (const [name, dir] of programs) symlinkSync(join(dir, name), join(bin, name));
    const clone = await rig.clone('wget', { by: 'password' });
    await rig.commit(clone, 'Before');
    await rig.settled(clone);
    service.advance(13 * 3600_000);
    const { code, output } = await rig.run(clone, 'git', ['commit', '-q', '--allow-empty', '-m', 'By wget "é"'], {
      PATH: bin,
    });
    expect([code, output]).toEqual([0, '']);
    await rig.settled(clone);
    expect(subjects(await rig.journal('wget'))).toEqual(['Before', 'By wget "é"']);
  });

  it('SYNAPSE_HOOK=off keeps a commit out; the environment alone is enough for one', async () => {
    const clone = await rig.clone('environment', { hook: false });
    const script = join(import.meta.dirname, '../../packages/cli/src/hook/synapse-hook.sh');
    mkdirSync(join(clone, '.git/hooks'), { recursive: true });
    writeFileSync(join(clone, '.git/hooks/post-commit'), readFileSync(script), { mode: 0o755 });
    const commit = (message: string, env: Record<string, string>) =>
      rig.run(clone, 'git', ['commit', '-q', '--allow-empty', '-m', message], env);
    const settings = {
      SYNAPSE_URL: `${rig.gate.url}/`,
      SYNAPSE_PROJECT_ID: String(rig.project),
      SYNAPSE_USERNAME: user.username,
      SYNAPSE_PASSWORD: user.password,
    };
    expect(await commit('Kept out', { ...settings, SYNAPSE_HOOK: 'off' })).toEqual({ code: 0, output: '' });
    expect(await commit('Told', settings)).toEqual({ code: 0, output: '' });
    await rig.settled(clone);
    const { SYNAPSE_URL, SYNAPSE_PROJECT_ID } = settings;
    const SYNAPSE_TOKEN = await service.login(user.username, user.password);
    await commit('Told by token', { SYNAPSE_URL, SYNAPSE_PROJECT_ID, SYNAPSE_TOKEN });
    await rig.settled(clone);
    expect(subjects(await rig.journal('environment'))).toEqual(['Told', 'Told by token']);
  });

  it('what the service refuses is kept aside, and sent once the reason is gone', async () => {
    const clone = await rig.clone('refused');
    await rig.git(clone, 'config', 'synapse.project', '999999');
    await rig.commit(clone, 'Wrong project');
    await rig.until(async () => (await hookStatus(clone, rig.env)).refused === 1);
    await rig.git(clone, 'config', '--unset', 'synapse.project');
    expect(await flushHook(clone, rig.env)).toMatchObject({ waiting: 0, refused: 0 });
    expect(subjects(await rig.journal('refused'))).toEqual(['Wrong project']);
  });
});

describe('with the service out of reach', () => {
  it('dead: the commit is made, and told with the next [S4-HOOK] [C7-HOOK]', async () => {
    const clone = await rig.clone('dead');
    await rig.gate.set('dead');
    await rig.commit(clone, 'One');
    await rig.commit(clone, 'Two');
    expect((await hookStatus(clone, rig.env)).waiting).toBe(2);
    await rig.gate.set('open');
    await rig.commit(clone, 'Three');
    await rig.settled(clone);
    expect(subjects(await rig.journal('dead'))).toEqual(['One', 'Two', 'Three']);
  });

  it('hanging: the commit does not wait for it', async () => {
    const clone = await rig.clone('hanging');
    await rig.gate.set('hanging');
    await rig.commit(clone, 'One');
    // The commit is over, its output was read to the end, and the hook still waits at the gate.
    await rig.until(() => rig.gate.waiting() === 1);
    await rig.commit(clone, 'Two');
    expect(rig.gate.waiting()).toBe(1);
    // Everybody on the computer can read the process list.
    const processes = commandLines();
    expect(processes).toContain('curl');
    expect(processes).not.toContain(user.password);
    expect(processes).not.toContain('Bearer');
    expect((await hookStatus(clone, rig.env)).waiting).toBe(2);
    await rig.gate.set('open');
    await rig.until(async () => (await flushHook(clone, rig.env)).waiting === 0);
    await rig.settled(clone);
    expect(subjects(await rig.journal('hanging'))).toEqual(['One', 'Two']);
  });

  it('a wrong password: silence, until it is right again', async () => {
    const clone = await rig.clone('locked-out', { by: 'password' });
    service.advance(13 * 3600_000);
    writeFileSync(rig.passwordFile, 'not the password\n');
    await rig.commit(clone, 'Locked out');
    expect(await flushHook(clone, rig.env)).toMatchObject({ waiting: 1, refused: 0 });
    writeFileSync(rig.passwordFile, `${user.password}\n`);
    await rig.commit(clone, 'Back in');
    await rig.settled(clone);
    expect(subjects(await rig.journal('locked-out'))).toEqual(['Locked out', 'Back in']);
  });

  it('a full disk: kept at home instead, and where that is full too, told at once', async () => {
    const clone = await rig.clone('full');
    const commit = async (message: string, dirs: string[]) => {
      const command = `git commit -q --allow-empty -m '${message}'`;
      expect(await runInTrouble(rig, clone, 'full', dirs, command)).toEqual({ code: 0, output: '' });
    };
    await rig.gate.set('dead');
    await commit('Kept at home', ['.git/synapse']);
    expect((await hookStatus(clone, rig.env)).waiting).toBe(1);
    await rig.gate.set('open');
    await commit('Told at once', ['.git/synapse', join(rig.home, '.local/state')]);
    await rig.until(async () => subjects(await rig.journal('full')).includes('Told at once'));
    await rig.until(async () => (await flushHook(clone, rig.env)).waiting === 0);
    expect(subjects(await rig.journal('full')).sort()).toEqual(['Kept at home', 'Told at once']);
  });

  it('a .git that cannot be written to: nothing is said, nothing fails, the commit is told', async () => {
    const clone = await rig.clone('readonly');
    await rig.git(clone, '-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'Untold');
    const ran = await runInTrouble(rig, clone, 'read-only', ['.git'], '.git/hooks/post-commit');
    expect(ran).toEqual({ code: 0, output: '' });
    await rig.until(async () => (await rig.journal('readonly')).length === 1);
    expect(subjects(await rig.journal('readonly'))).toEqual(['Untold']);
    expect(existsSync(join(clone, '.git/synapse'))).toBe(false);
  });

  it('a sender that was killed leaves nothing locked', async () => {
    const clone = await rig.clone('killed');
    mkdirSync(join(clone, '.git/synapse/.lock'), { recursive: true });
    // No process has this number: the largest that Linux gives is 4194304.
    writeFileSync(join(clone, '.git/synapse/.lock/pid'), '4194305\n');
    await rig.commit(clone, 'After a crash');
    await rig.settled(clone);
    expect(subjects(await rig.journal('killed'))).toEqual(['After a crash']);
  });
});

describe('when history is made otherwise', () => {
  it('amend moves the entry, told or untold [C7-REPLACES]', async () => {
    const clone = await rig.clone('amend');
    await rig.commit(clone, 'Draft');
    await rig.settled(clone);
    const last = await rig.commit(clone, 'Final', '--amend');
    await rig.settled(clone);
    expect(await rig.journal('amend')).toEqual([`${last.slice(0, 7)} Final`]);
    await rig.gate.set('dead');
    await rig.commit(clone, 'Second draft');
    await rig.commit(clone, 'Second better', '--amend');
    await rig.commit(clone, 'Second final', '--amend');
    await rig.gate.set('open');
    await rig.until(async () => (await flushHook(clone, rig.env)).waiting === 0);
    await rig.settled(clone);
    expect(subjects(await rig.journal('amend'))).toEqual(['Final', 'Second final']);
  });

  it('a rebase of fifty commits moves fifty entries', async () => {
    const clone = await rig.clone('rebase');
    await rig.commit(clone, 'Base');
    await rig.git(clone, 'checkout', '-q', '-b', 'topic');
    const wanted = Array.from({ length: 50 }, (_, at) => `Topic ${at + 1}`);
    const loop = 'for n in $(seq 50); do echo "$n" >"topic-$n"; git add -A; git commit -q -m "Topic $n"; done';
    expect(await rig.run(clone, 'sh', ['-c', loop])).toEqual({ code: 0, output: '' });
    await rig.settled(clone);
    const before = await rig.journal('rebase');
    await rig.git(clone, 'checkout', '-q', 'main');
    await rig.commit(clone, 'Main goes on');
    await rig.git(clone, 'checkout', '-q', 'topic');
    const { output } = await rig.git(clone, 'rebase', '-q', 'main');
    expect(output).toBe('');
    await rig.settled(clone);
    const after = await rig.journal('rebase');
    expect(subjects(after)).toEqual(['Base', ...wanted, 'Main goes on']);
    const log = (await rig.git(clone, 'log', '--reverse', '--format=%h %s', '--abbrev=7', 'main..topic')).output.trim();
    expect(after.slice(1, 51)).toEqual(log.split('\n'));
    expect(after.slice(1, 51)).not.toEqual(before.slice(1, 51));
  });

  it('a rebase that squashes and stops for new commits tells what is there in the end', async () => {
    const clone = await rig.clone('squash');
    await rig.commit(clone, 'Base');
    for (const message of ['One', 'Two', 'Three']) await rig.commit(clone, message);
    await rig.settled(clone);
    const todo = (await rig.git(clone, 'log', '--reverse', '--format=%h', '-3')).output.trim().split('\n');
    writeFileSync(join(rig.home, 'todo'), `edit ${todo[0]}\npick ${todo[1]}\nfixup ${todo[2]}\n`);
    await rig.run(clone, 'git', ['rebase', '-q', '-i', 'HEAD~3'], { GIT_SEQUENCE_EDITOR: `cp ${rig.home}/todo` });
    await rig.commit(clone, 'One, amended', '--amend');
    await rig.commit(clone, 'One, amended again', '--amend');
    await rig.commit(clone, 'In between');
    await rig.git(clone, 'rebase', '--continue');
    await rig.settled(clone);
    expect(subjects(await rig.journal('squash')).sort()).toEqual(['Base', 'In between', 'One, amended again', 'Two']);
  });

  it('a rebase that is given up leaves nothing behind', async () => {
    const clone = await rig.clone('aborted');
    await rig.commit(clone, 'Base');
    await rig.git(clone, 'checkout', '-q', '-b', 'topic');
    await rig.commit(clone, 'Fine');
    writeFileSync(join(clone, 'same'), 'topic');
    await rig.commit(clone, 'Conflicting');
    await rig.git(clone, 'checkout', '-q', 'main');
    writeFileSync(join(clone, 'same'), 'main');
    await rig.commit(clone, 'On main');
    await rig.git(clone, 'checkout', '-q', 'topic');
    expect((await rig.run(clone, 'git', ['rebase', 'main'])).code).not.toBe(0);
    await rig.git(clone, 'rebase', '--abort');
    await rig.commit(clone, 'Afterwards');
    await rig.settled(clone);
    expect(subjects(await rig.journal('aborted'))).toEqual(['Base', 'Fine', 'Conflicting', 'On main', 'Afterwards']);
  });

  it('cherry-pick and revert are commits; a merge is one, a fast-forward none', async () => {
    const clone = await rig.clone('merge');
    await rig.commit(clone, 'Base');
    await rig.git(clone, 'checkout', '-q', '-b', 'topic');
    const picked = await rig.commit(clone, 'Picked');
    await rig.git(clone, 'checkout', '-q', 'main');
    await rig.commit(clone, 'Main');
    await rig.git(clone, 'cherry-pick', picked);
    await rig.git(clone, 'revert', '--no-edit', 'HEAD');
    await rig.git(clone, 'merge', '-q', '--no-edit', 'topic');
    await rig.git(clone, 'checkout', '-q', 'topic');
    await rig.git(clone, 'merge', '-q', 'main');
    await rig.settled(clone);
    expect(subjects(await rig.journal('merge'))).toEqual([
      'Base',
      'Picked',
      'Main',
      'Picked',
      'Revert "Picked"',
      "Merge branch 'topic'",
    ]);
    // Commits that others merged, and that are only fetched here, are reported by them.
    const copy = join(rig.home, 'merge-copy');
    await rig.git(rig.home, 'clone', '-q', clone, copy);
    await rig.git(copy, 'reset', '-q', '--hard', 'HEAD~1');
    await rig.install(copy);
    await rig.git(copy, 'pull', '-q', '--ff-only');
    expect(existsSync(join(copy, '.git/synapse'))).toBe(false);
  });

  it('worktrees and submodules tell their own commits', async () => {
    const clone = await rig.clone('trunk');
    await rig.commit(clone, 'Base');
    const worktree = join(rig.home, 'trunk-side');
    await rig.git(clone, 'worktree', 'add', '-q', '-b', 'side', worktree);
    await rig.commit(worktree, 'From the side');
    await rig.commit(worktree, 'From the side, better', '--amend');
    const library = await rig.clone('library-origin', { hook: false });
    await rig.commit(library, 'Library');
    await rig.git(clone, 'submodule', '--quiet', 'add', library, 'libs/tools');
    const submodule = join(clone, 'libs/tools');
    await rig.install(submodule);
    await rig.commit(submodule, 'In the submodule');
    await rig.settled(clone);
    await rig.settled(submodule);
    expect(subjects(await rig.journal('trunk'))).toEqual(['Base', 'From the side, better']);
    expect(subjects(await rig.journal('tools'))).toEqual(['In the submodule']);
  });
});

describe('beside other hooks', () => {
  it('an existing hook is run first, with its arguments and input, and its words are heard', async () => {
    const clone = await rig.clone('chained', { hook: false });
    const hooks = join(clone, '.git/hooks');
    mkdirSync(hooks, { recursive: true });
    const place = (name: string, script: string) =>
      writeFileSync(join(hooks, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    place('post-commit', 'echo heard; exit 3');
    place('post-rewrite', `{ echo "$1"; cat; } >>"${rig.home}/rewritten"`);
    place('post-merge', 'exit 1');
    chmodSync(join(hooks, 'post-merge'), 0o644);
    await rig.install(clone);
    await rig.install(clone);
    const { chained } = await hookStatus(clone, rig.env);
    expect(chained).toEqual(['post-commit', 'post-merge', 'post-rewrite'].map((name) => `before-synapse/${name}`));
    const run = (...args: string[]) => rig.run(clone, 'git', ['commit', '--allow-empty', '-q', ...args]);
    expect(await run('-m', 'One')).toEqual({ code: 0, output: 'heard\n' });
    const old = (await rig.git(clone, 'rev-parse', 'HEAD')).output.trim();
    expect(await run('--amend', '-m', 'Two')).toEqual({ code: 0, output: 'heard\n' });
    const now = (await rig.git(clone, 'rev-parse', 'HEAD')).output.trim();
    expect(readFileSync(join(rig.home, 'rewritten'), 'utf8')).toBe(`amend\n${old} ${now}\n`);
    await rig.settled(clone);
    expect(subjects(await rig.journal('chained'))).toEqual(['Two']);
    rmSync(join(rig.home, 'rewritten'));
  });
});
