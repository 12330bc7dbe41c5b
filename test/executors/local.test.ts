/** The executor for the service's own host. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalExecutor, findIsolation, loginPath } from '@synapse/runner';
import { expect, it, vi } from 'vitest';
import { programsWithout } from '../programs-without.ts';
import { run } from './run-command.ts';
import { describeExecutor } from './suite.ts';

it('a command that cannot be written for a shell fails alone', async () => {
  const executor = createLocalExecutor();
  await expect(run(executor, 'echo a\0b')).rejects.toThrow('NUL');
  expect((await run(executor, 'echo still here')).text).toBe('still here\n');
  await executor.close();
});

it('without bash on its PATH, sh runs it, and says that it has no bash where that is asked for', async () => {
  const PATH = programsWithout('bash', 'rbash');
  const executor = createLocalExecutor({ environment: { PATH } });
  expect((await run(executor, 'echo "$0:$1:$#"; [[ -f / ]]')).text).toBe('/bin/sh::0\n');
  await expect(run(executor, 'echo ran', { shell: 'bash' })).rejects.toThrow(/bash/);
  await executor.close();
});

it('a command has the environment and the umask of a login, and nothing of the service’s own', async () => {
  vi.stubEnv('npm_lifecycle_event', 'start');
  vi.stubEnv('SYNAPSE_MASTER_KEY', 'never');
  vi.stubEnv('LC_TIME', 'C');
  vi.stubEnv('BASH_ENV', '/nonexistent');
  const before = process.umask(0o077);
  const executor = createLocalExecutor({ umask: 0o027 });
  try {
    for (const shell of ['auto', 'sh'] as const) {
      const { text, stderr } = await run(executor, 'umask; env', { shell });
      const [umask, ...variables] = text.trim().split('\n');
      expect(umask).toBe('0027');
      expect(stderr.toString()).toBe('');
      const names = variables
        .map((line) => line.split('=')[0]!)
        .filter((name) => !/^(?:_|PWD|OLDPWD|LC_\w+)$/.test(name));
      const known = [
        'HOME',
        'LANG',
        'LANGUAGE',
        'LOGNAME',
        'PATH',
        'SHELL',
        'SHLVL',
        'SYNAPSE_EXECUTION',
        'TERM',
        'USER',
      ];
      expect(known).toEqual(expect.arrayContaining(names));
      expect(variables).toContain('LC_TIME=C');
    }
  } finally {
    process.umask(before);
    await executor.close();
    vi.unstubAllEnvs();
  }
});

it('the PATH of a login has nothing that npm has put before it', () => {
  const own = '/usr/local/bin:/srv/app/node_modules/.bin:/bin';
  const npm =
    '/srv/synapse/node_modules/.bin:/srv/node_modules/.bin:/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin';
  expect(loginPath(`${npm}:${npm}:/node_modules/.bin:${own}`)).toBe(own);
  expect(loginPath(own)).toBe(own);
  for (const none of [undefined, '', npm]) expect(loginPath(none)).toMatch(/^\/usr\/local\/sbin:.*:\/bin$/);
});

describeExecutor('local, with the service out of reach', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'synapse-local-'));
  const data = join(scratch, 'data');
  await mkdir(data);
  // Where the system allows none, commands run as they do without it.
  const { isolation } = await findIsolation({ data, others: [], programs: [] });
  const executor = createLocalExecutor({ isolation });
  return {
    executor,
    container: null,
    scratch,
    stop: async () => {
      await executor.close();
      isolation?.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
});

describeExecutor('local', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'synapse-local-'));
  const executor = createLocalExecutor();
  return {
    executor,
    container: null,
    shell: 'sh',
    scratch,
    stop: async () => {
      await executor.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
});
