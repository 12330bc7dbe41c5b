/** With husky and lefthook: their hooks still run, and when they remove ours, that is noticed and repaired. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkHook } from '../../packages/cli/src/doctor/check-hook.ts';
import { hookStatus, installHook, uninstallHook } from '../../packages/cli/src/hook/index.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findHookManagers } from '../engines/hook-managers.ts';
import type { Rig } from './rig.ts';
import { shareRig } from './share-rig.ts';

const managers = await locate('hook managers', findHookManagers);

describeEngine(managers, 'beside other programs’ hooks', (engine) => {
  let rig: Rig;
  shareRig((made) => {
    rig = made.rig;
  });

  const clone = async (name: string): Promise<string> => {
    const path = await rig.clone(name, { hook: false });
    symlinkSync(join(engine(), 'node_modules'), join(path, 'node_modules'));
    writeFileSync(join(path, '.gitignore'), 'node_modules\n');
    return path;
  };
  /** What `npm install` runs. */
  const manager = async (cwd: string, program: string, ...args: string[]): Promise<void> => {
    const ran = await rig.run(cwd, join(engine(), 'node_modules/.bin', program), args, {
      PATH: `${join(process.execPath, '..')}:${rig.env.PATH}`,
    });
    expect(ran, ran.output).toMatchObject({ code: 0 });
  };
  const commit = async (cwd: string, message: string): Promise<string> => {
    const env = { PATH: `${join(process.execPath, '..')}:${rig.env.PATH}` };
    const ran = await rig.run(cwd, 'git', ['commit', '-q', '--allow-empty', '-m', message], env);
    expect(ran.code).toBe(0);
    await rig.settled(cwd);
    return ran.output;
  };
  const told = async (repo: string) => (await rig.journal(repo)).map((entry) => entry.replace(/^\w+ /, ''));

  it('husky: its post-commit runs as before, a lost hook is told, and a bare install puts it back', async () => {
    const path = await clone('husky');
    await manager(path, 'husky');
    writeFileSync(join(path, '.husky/post-commit'), 'echo "husky ran $0" >> ran\n');
    const ran = () => readFileSync(join(path, 'ran'), 'utf8').trim().split('\n');
    await commit(path, 'Before');
    await rig.install(path);
    await commit(path, 'With ours');
    expect(ran()).toEqual(['husky ran .husky/post-commit', 'husky ran .husky/post-commit']);
    expect(await told('husky')).toEqual(['With ours']);
    expect(await hookStatus(path, rig.env)).toMatchObject({ installed: true, lost: null });
    expect(await checkHook(path, rig.env)).toMatchObject({ state: 'ok' });

    await manager(path, 'husky');
    expect(await hookStatus(path, rig.env)).toMatchObject({ installed: false, lost: 'husky has replaced post-commit' });
    expect(await checkHook(path, rig.env)).toMatchObject({ state: 'failed', mend: 'synapse hook install' });
    await commit(path, 'Lost');
    expect(await told('husky')).toEqual(['With ours']);

    await installHook({ clones: [path], env: rig.env });
    expect(await hookStatus(path, rig.env)).toMatchObject({ installed: true, lost: null, stopped: null });
    await commit(path, 'Back');
    // Once for each commit: the hook that husky has written again is not run in addition to the earlier one.
    expect(ran()).toHaveLength(4);
    expect(await told('husky')).toEqual(['With ours', 'Back']);
    await uninstallHook({ clones: [path] });
    expect(readFileSync(join(path, '.husky/_/post-commit'), 'utf8')).toContain('/h"');
    expect(readdirSync(join(path, '.husky/_')).filter((name) => name.includes('synapse'))).toEqual([]);
    await commit(path, 'Without ours');
    expect(ran()).toHaveLength(5);
    expect(await hookStatus(path, rig.env)).toMatchObject({ installed: false, lost: null });
  });

  it('husky that comes later has Git look elsewhere: that is told, too', async () => {
    const path = await clone('husky-later');
    await rig.install(path);
    await manager(path, 'husky');
    expect((await hookStatus(path, rig.env)).lost).toMatch(/Git looks for hooks in .*\.husky\/_ now/);
    expect(await checkHook(path, rig.env)).toMatchObject({ state: 'failed' });
  });

  it('lefthook: its commands run as before, a lost hook is told, and install and lefthook go on working', async () => {
    const path = await clone('lefthook');
    const settings = (command: string) =>
      writeFileSync(join(path, 'lefthook.yml'), `post-commit:\n  commands:\n    note:\n      run: ${command}\n`);
    settings('echo one >> ran');
    const ran = () => readFileSync(join(path, 'ran'), 'utf8').trim().split('\n');
    await manager(path, 'lefthook', 'install');
    await rig.install(path);
    await commit(path, 'With ours');
    expect(ran()).toEqual(['one']);
    expect(await told('lefthook')).toEqual(['With ours']);

    for (const round of ['first', 'second']) {
      await manager(path, 'lefthook', 'install');
      expect(await hookStatus(path, rig.env)).toMatchObject({ lost: 'lefthook has replaced post-commit' });
      await installHook({ clones: [path], env: rig.env });
      expect(existsSync(join(path, '.git/hooks/post-commit.old')), round).toBe(false);
    }
    await commit(path, 'Back');
    expect(ran()).toEqual(['one', 'one']);
    expect(await told('lefthook')).toEqual(['With ours', 'Back']);
  });

  it('a hook in any language finds its own name, its arguments and its input', async () => {
    const path = await clone('languages');
    const hooks = join(path, '.git/hooks');
    mkdirSync(hooks, { recursive: true });
    const write = (name: string, text: string) => {
      writeFileSync(join(hooks, name), text);
      chmodSync(join(hooks, name), 0o755);
    };
    write('helper', 'echo "helper of $hook" >> ran\n');
    write('post-commit', '#!/bin/bash -e\nhook=$(basename "$0"); . "$(dirname "$0")/helper"; exit 3\n');
    write(
      'post-rewrite',
      `#!/usr/bin/perl\nuse File::Basename; open F, '>>ran'; print F basename($0) . " @ARGV " . (split / /, <STDIN>)[0] . "\\n";\n`,
    );
    await rig.install(path);
    await commit(path, 'One');
    const old = (await rig.git(path, 'rev-parse', 'HEAD')).output.trim();
    const env = { PATH: rig.env.PATH };
    await rig.run(path, 'git', ['commit', '-q', '--amend', '--allow-empty', '-m', 'Two'], env);
    await rig.settled(path);
    const ran = readFileSync(join(path, 'ran'), 'utf8').trim().split('\n');
    expect(ran).toEqual(['helper of post-commit', 'helper of post-commit', `post-rewrite amend ${old}`]);
    expect(await told('languages')).toEqual(['Two']);
  });
});
