/** Installing the hook, inspecting it, and removing it again; and the script on other shells. */
import {
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
import { posixChecksum } from '../../packages/cli/src/hook/hook-status.ts';
import { HOOK_NAMES, HookError, hookStatus, installHook, uninstallHook } from '../../packages/cli/src/hook/index.ts';
import { findShells } from '../engines/shells.ts';
import type { TestUser } from '../service.ts';
import type { Rig } from './rig.ts';
import { shareRig } from './share-rig.ts';

let user: TestUser;
let rig: Rig;
shareRig((made) => {
  ({ user, rig } = made);
});

const settings = () => ({
  url: rig.gate.url,
  project: rig.project,
  username: user.username,
  passwordFile: rig.passwordFile,
});
const subjects = (entries: string[]): string[] => entries.map((entry) => entry.replace(/^\w+ /, ''));
/** The functions call git in this very process, so its settings must be those of the test's home. */
const atHome = async <T>(work: () => Promise<T>): Promise<T> => {
  const before = { HOME: process.env.HOME, GIT_CONFIG_NOSYSTEM: process.env.GIT_CONFIG_NOSYSTEM };
  Object.assign(process.env, { HOME: rig.home, GIT_CONFIG_NOSYSTEM: '1' });
  try {
    return await work();
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
};

describe('installing', () => {
  it('serves a list of clones, twice as well as once, and leaves as if it had never come [C7-HOOK]', async () => {
    const clones = [await rig.clone('one', { hook: false }), await rig.clone('two', { hook: false })];
    const own = join(clones[1]!, '.git/hooks/post-commit');
    mkdirSync(join(own, '..'), { recursive: true });
    writeFileSync(own, '#!/bin/sh\necho mine\n', { mode: 0o755 });
    const listing = (clone: string) =>
      readdirSync(join(clone, '.git/hooks')).filter((name) => !name.endsWith('.sample'));
    for (const _ of [1, 2]) await installHook({ clones, settings: settings(), env: rig.env });
    expect(listing(clones[0]!).sort()).toEqual([...HOOK_NAMES].sort());
    expect(listing(clones[1]!).sort()).toEqual([...HOOK_NAMES, 'before-synapse'].sort());
    const status = await hookStatus(clones[1]!, rig.env);
    expect(status).toMatchObject({ installed: true, chained: ['before-synapse/post-commit'], waiting: 0, refused: 0 });
    expect(status.sent).toBeNull();
    expect(statSync(status.settings!).mode & 0o777).toBe(0o600);
    await uninstallHook({ clones });
    expect([listing(clones[0]!), listing(clones[1]!)]).toEqual([[], ['post-commit']]);
    expect(readFileSync(own, 'utf8')).toContain('echo mine');
    expect(existsSync(status.settings!)).toBe(false);
    expect((await hookStatus(clones[0]!, rig.env)).installed).toBe(false);
  });

  it('shares one directory among clones, and still runs each clone’s own hook', async () => {
    const clone = await rig.clone('shared', { hook: false });
    mkdirSync(join(clone, '.git/hooks'), { recursive: true });
    writeFileSync(join(clone, '.git/hooks/post-commit'), '#!/bin/sh\necho own\n', { mode: 0o755 });
    const sharedDir = join(rig.home, 'shared-hooks');
    await installHook({ clones: [clone], sharedDir, settings: settings(), env: rig.env });
    const ran = await rig.run(clone, 'git', ['commit', '-q', '--allow-empty', '-m', 'Shared']);
    expect(ran).toEqual({ code: 0, output: 'own\n' });
    await rig.settled(clone);
    expect(subjects(await rig.journal('shared'))).toEqual(['Shared']);
    await uninstallHook({ clones: [clone], sharedDir });
    expect(readdirSync(sharedDir)).toEqual([]);
    expect((await rig.run(clone, 'git', ['config', 'core.hooksPath'])).code).toBe(1);
  });

  it('touches a global hooks path only when asked', async () => {
    const clone = await rig.clone('global', { hook: false });
    const dir = join(rig.home, 'global-hooks');
    mkdirSync(dir);
    writeFileSync(join(dir, 'post-commit'), '#!/bin/sh\necho global\n', { mode: 0o755 });
    await rig.git(clone, 'config', '--global', 'core.hooksPath', dir);
    try {
      await atHome(async () => {
        const install = (global?: boolean) =>
          installHook({ clones: [clone], settings: settings(), env: rig.env, global });
        await expect(install()).rejects.toThrow(HookError);
        await expect(install()).rejects.toThrow(/serves every repository/);
        expect(readdirSync(dir)).toEqual(['post-commit']);
        expect(readFileSync(join(dir, 'post-commit'), 'utf8')).toContain('echo global');
        expect(await install(true)).toMatchObject([{ hooksDir: dir, chained: ['before-synapse/post-commit'] }]);
        const ran = await rig.run(clone, 'git', ['commit', '-q', '--allow-empty', '-m', 'Global']);
        expect(ran).toEqual({ code: 0, output: 'global\n' });
        await rig.settled(clone);
        await uninstallHook({ clones: [clone], global: true });
        expect(readdirSync(dir)).toEqual(['post-commit']);
      });
    } finally {
      await rig.git(clone, 'config', '--global', '--unset', 'core.hooksPath');
    }
    expect(subjects(await rig.journal('global'))).toEqual(['Global']);
  });

  it('refuses what is not a clone, an open password file, one inside the repository, and a wrong address', async () => {
    const clone = await rig.clone('careful', { hook: false });
    const install = (change: Record<string, unknown>, path = clone) =>
      installHook({ clones: [path], settings: { ...settings(), ...change }, env: rig.env });
    await expect(install({}, rig.home)).rejects.toThrow(/not a Git working copy/);
    const open = join(rig.home, 'open-password');
    writeFileSync(open, 'x', { mode: 0o644 });
    await expect(install({ passwordFile: open })).rejects.toThrow(/chmod 600/);
    const inside = join(clone, 'password');
    writeFileSync(inside, 'x', { mode: 0o600 });
    await expect(install({ passwordFile: inside })).rejects.toThrow(/inside the repository/);
    await expect(install({ passwordFile: join(rig.home, 'none') })).rejects.toThrow(/no such password file/);
    await expect(install({ url: 'file:///etc/passwd' })).rejects.toThrow(/web address/);
    await expect(install({ project: 0 })).rejects.toThrow(/has no project 0/);
    await expect(install({ project: ' ' })).rejects.toThrow(/which project/);
    await expect(install({ username: 'a\nurl=http://evil.example' })).rejects.toThrow(/one line/);
    expect((await hookStatus(clone, rig.env)).installed).toBe(false);
  });

  it('leaves nothing half-done where hooks cannot be written', async () => {
    const clone = await rig.clone('blocked', { hook: false });
    rmSync(join(clone, '.git/hooks'), { recursive: true, force: true });
    writeFileSync(join(clone, '.git/hooks'), 'in the way');
    const failing = installHook({ clones: [clone], settings: settings(), env: rig.env });
    await expect(failing).rejects.toThrow(/cannot write hooks/);
    expect(readFileSync(join(clone, '.git/hooks'), 'utf8')).toBe('in the way');
    expect((await hookStatus(clone, rig.env)).settings).toBe(null);
  });

  it('counts as cksum does', async () => {
    for (const text of ['', 'a', '/home/some one/é/.git']) {
      writeFileSync(join(rig.home, 'summed'), text);
      const { output } = await rig.run(rig.home, 'cksum', ['summed']);
      expect(posixChecksum(Buffer.from(text))).toBe(Number(output.split(' ')[0]));
    }
  });
});

describe('the script', () => {
  it('works with dash, bash and busybox, with nothing else than busybox’s own programs', async () => {
    const shells = await findShells();
    const busybox = shells.find(({ name }) => name === 'busybox ash')!.program;
    for (const { name, program } of shells.filter((shell) => shell.name !== 'bash --posix')) {
      const repo = name.replace(' ', '-');
      const clone = await rig.clone(repo);
      await rig.git(
        clone,
        '-c',
        'core.hooksPath=/dev/null',
        'commit',
        '-q',
        '--allow-empty',
        '-m',
        `On ${name}: "é" \\`,
      );
      const bin = join(rig.home, `bin-${repo}`);
      mkdirSync(bin);
      const applets = (await rig.run(rig.home, busybox, ['--list'])).output.trim().split('\n');
      for (const applet of applets) if (applet !== 'sh' && applet !== 'wget') symlinkSync(busybox, join(bin, applet));
      symlinkSync(program, join(bin, 'sh'));
      for (const needed of ['git', 'curl']) symlinkSync(`/usr/bin/${needed}`, join(bin, needed));
      const hook = join(clone, '.git/hooks/post-commit');
      const ran = await rig.run(clone, join(bin, 'sh'), [hook], { PATH: bin });
      expect([name, ran]).toEqual([name, { code: 0, output: '' }]);
      await rig.settled(clone);
      const old = (await rig.git(clone, 'rev-parse', 'HEAD')).output.trim();
      await rig.git(
        clone,
        '-c',
        'core.hooksPath=/dev/null',
        'commit',
        '-q',
        '--amend',
        '--allow-empty',
        '-m',
        'Amended',
      );
      const now = (await rig.git(clone, 'rev-parse', 'HEAD')).output.trim();
      const rewrite = `echo ${old} ${now} | sh .git/hooks/post-rewrite amend`;
      expect(await rig.run(clone, join(bin, 'sh'), ['-c', rewrite], { PATH: bin })).toEqual({ code: 0, output: '' });
      await rig.settled(clone);
      expect(subjects(await rig.journal(repo))).toEqual(['Amended']);
    }
  });
});
