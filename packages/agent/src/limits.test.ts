import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLimits, type LimitOptions } from './limits.ts';

const root = await realpath(mkdtempSync(join(tmpdir(), 'synapse-limits-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
for (const folder of ['open/deep', 'open-not', 'closed']) mkdirSync(join(root, folder), { recursive: true });
writeFileSync(join(root, 'open/file'), '');
symlinkSync(join(root, 'closed'), join(root, 'open/way-out'));
symlinkSync(join(root, 'open/deep'), join(root, 'way-in'));

const OPEN: LimitOptions = {
  allowDirs: [],
  allowContainers: [],
  containerOnly: false,
  readOnlyCommands: false,
  home: join(root, 'home'),
};
const limits = (options: Partial<LimitOptions>) => createLimits({ ...OPEN, ...options });
const on = (cwd: string | null, container: string | null = null, script = 'make') => ({ script, cwd, container });
const at = (path: string) => join(root, path);

describe('what the owner allows', () => {
  it('is anything, unless said otherwise', async () => {
    for (const wanted of [on('/'), on(null), on('/x', 'web')]) {
      expect(await limits({}).check(wanted)).toEqual({ script: 'make', cwd: wanted.cwd, onlyReads: false });
    }
  });

  it('is these directories and what is below, links resolved', async () => {
    const { check } = limits({ allowDirs: [at('open'), at('no-such')] });
    expect(await check(on(at('open')))).toMatchObject({ cwd: at('open') });
    expect(await check(on(at('open/deep')))).toMatchObject({ cwd: at('open/deep') });
    expect(await check(on(at('way-in')))).toMatchObject({ cwd: at('open/deep') });
    for (const cwd of [at('closed'), at('open/way-out'), at('open-not'), at('open/..'), '/', null]) {
      await expect(check(on(cwd)), String(cwd)).rejects.toMatchObject({ code: 'agent_refused' });
    }
    for (const cwd of [at('open/missing'), at('open/file')]) {
      await expect(check(on(cwd)), cwd).rejects.toMatchObject({ code: 'cwd_not_found' });
    }
  });

  it('is no container beside directories, unless it is named', async () => {
    await expect(limits({ allowDirs: [root] }).check(on('/', 'web'))).rejects.toMatchObject({ code: 'agent_refused' });
    const named = limits({ allowDirs: [root], allowContainers: ['web'] });
    expect(await named.check(on('/in/there', 'web'))).toMatchObject({ cwd: '/in/there' });
    await expect(named.check(on('/', 'db'))).rejects.toMatchObject({ code: 'agent_refused' });
  });

  it('is nothing but containers', async () => {
    const { check } = limits({ containerOnly: true });
    expect(await check(on('/srv', 'any'))).toMatchObject({ cwd: '/srv' });
    await expect(check(on('/srv'))).rejects.toMatchObject({ code: 'agent_refused' });
  });

  it('is nothing but looking', async () => {
    const { check } = limits({ readOnlyCommands: true });
    expect(await check(on('/', null, 'ls -l'))).toEqual({ script: 'ls -l', cwd: '/', onlyReads: true });
    for (const container of [null, 'web']) {
      await expect(check(on('/', container, 'rm x'))).rejects.toMatchObject({ code: 'agent_refused' });
    }
  });
});
