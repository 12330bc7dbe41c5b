/**
 * A Debian that has nothing but its base: no clone, no compiler, no Python. Programs run in there by bubblewrap, with
 * another root, so that whatever an installation does, it does there.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBubblewrap } from '../engines/bubblewrap.ts';
import { fillDebianRoot, fillNodeImage, findNodeImage } from '../engines/node-image.ts';
import { killAtEnd, removeAtEnd } from '../left-behind.ts';

const run = promisify(execFile);

export interface RootEngines {
  readonly bwrap: string;
  readonly packages: string;
}

export interface CleanRoot {
  readonly folder: string;
  /** Runs a shell script to its end, as root. Throws if it fails. */
  run(script: string, env?: Readonly<Record<string, string>>): Promise<string>;
  /** For what runs until it is stopped. */
  start(script: string, env?: Readonly<Record<string, string>>): ChildProcess;
}

export async function findRootEngines(): Promise<RootEngines> {
  const bwrap = join(await findBubblewrap(), 'bwrap');
  await run(bwrap, ['--ro-bind', '/', '/', 'true']);
  return { bwrap, packages: await findNodeImage() };
}

/** Of its only user. */
export const HOME = '/root';

export async function createCleanRoot(engines: RootEngines, { node }: { node: boolean }): Promise<CleanRoot> {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-root-')));
  rmSync(folder, { recursive: true });
  if (node) await fillNodeImage(engines.packages, folder, (await run('sh', ['-c', 'command -v npm'])).stdout.trim());
  else await fillDebianRoot(engines.packages, folder);
  for (const name of ['root', 'handed-over', 'opt', 'proc', 'dev']) mkdirSync(join(folder, name), { recursive: true });
  knowInstalled(folder);
  const inside = (script: string): string[] => [
    '--bind',
    folder,
    '/',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--perms',
    '1777',
    '--tmpfs',
    '/tmp',
    '--unshare-pid',
    '--unshare-ipc',
    '--die-with-parent',
    '--chdir',
    HOME,
    '--clearenv',
    ...(process.getuid?.() === 0 ? ['--cap-add', 'ALL'] : ['--unshare-user', '--uid', '0', '--gid', '0']),
    '--setenv',
    'HOME',
    HOME,
    '--setenv',
    'PATH',
    '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'sh',
    '-c',
    script,
  ];
  const withEnv = (script: string, env: Readonly<Record<string, string>>): string[] => {
    const args = inside(script);
    const settings = Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]);
    return [...args.slice(0, -3), ...settings, ...args.slice(-3)];
  };
  return {
    folder,
    run: async (script, env = {}) => {
      const { stdout } = await run(engines.bwrap, withEnv(script, env), { timeout: 120_000, maxBuffer: 1 << 26 });
      return stdout;
    },
    start: (script, env = {}) =>
      killAtEnd(spawn(engines.bwrap, withEnv(script, env), { stdio: ['ignore', 'pipe', 'pipe'] })),
  };
}

/** Its packages were unpacked, not installed: dpkg is told of those that a dependency may name. */
function knowInstalled(folder: string): void {
  const state = join(folder, 'var/lib/dpkg');
  for (const name of ['info', 'updates', 'triggers', 'alternatives']) mkdirSync(join(state, name), { recursive: true });
  const arch = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const versions = {
    libc6: '2.36',
    'libstdc++6': '12.2.0',
    'libgcc-s1': '12.2.0',
    passwd: '1:4.13',
    'util-linux': '2.38',
  };
  const entries = Object.entries(versions).map(
    ([name, version]) =>
      `Package: ${name}\nStatus: install ok installed\nArchitecture: ${arch}\nVersion: ${version}\n` +
      'Maintainer: Debian\nDescription: of the base\n',
  );
  writeFileSync(join(state, 'status'), entries.join('\n'));
}
