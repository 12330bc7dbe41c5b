/**
 * A real systemd that manages a user's services: the Debian packages, unpacked, in namespaces of its own. Nobody logs
 * in there, but `systemctl --user` works, and it starts, watches and stops services as on any computer. Needs root.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shellQuote } from '@synapse/runner';
import { wrapper } from './container-engine.ts';
import { fetchPackages, libraryPath } from './engines.ts';
import { pidsWithEnvironment } from './process-tree.ts';
import { supervise } from './supervise.ts';

const run = promisify(execFile);

const PACKAGES = [
  'systemd',
  'libsystemd-shared',
  'libapparmor1',
  'libargon2-1',
  'libcryptsetup12',
  'libdevmapper1.02.1',
  'libfdisk1',
  'libip4tc2',
  'libjson-c5',
  'libkmod2',
  'libseccomp2',
];

export interface UserManager {
  /** A folder that holds `systemctl` and `systemd-analyze`, bound to this manager: put it first in PATH. */
  readonly bin: string;
  /** Of the user whose services these are. */
  readonly home: string;
  systemctl(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

export async function findSystemd(): Promise<string> {
  if (process.getuid?.() !== 0) throw new Error('not root');
  return fetchPackages('systemd', PACKAGES);
}

/** Where its programs find their libraries. */
export const systemdLibraries = (root: string): string =>
  `${libraryPath(root)}:${libraryPath(root).replaceAll(/(?=:|$)/g, '/systemd')}`;

// A group of its own, because the manager takes everything in its group for its own. TERM does not end unshare; its
// death ends everything inside.
const OUTSIDE = `
group=$1; shift
mkdir "$group" || exit 1
sh -c 'echo 0 >"$0/cgroup.procs" && exec unshare --mount --pid --fork --cgroup --mount-proc --kill-child "$@"' "$group" "$@" &
inside=$!
trap 'kill -9 $inside' TERM
wait $inside; wait $inside`;
const INSIDE = `
mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system && mkdir -m 700 "$XDG_RUNTIME_DIR" || exit 1
mount -t cgroup2 cgroup2 /sys/fs/cgroup || exit 1
"$1" --user &
wait`;

export async function startUserManager(root: string): Promise<UserManager> {
  const folder = await mkdtemp(join(tmpdir(), 'synapse-systemd-'));
  const [bin, home] = [join(folder, 'bin'), join(folder, 'home')];
  await mkdir(home);
  const group = join(await groups(), folder.split('/').at(-1)!);
  const marker = `SYNAPSE_MANAGER=${folder}`;
  const env = {
    LD_LIBRARY_PATH: systemdLibraries(root),
    SYSTEMD_UNIT_PATH: `${join(root, 'usr/lib/systemd/user')}:`,
    XDG_RUNTIME_DIR: '/run/synapse-user',
    HOME: home,
  };
  const daemon = await supervise({
    argv: ['sh', '-c', OUTSIDE, 'sh', group, 'sh', '-c', INSIDE, 'sh', join(root, 'lib/systemd/systemd')],
    env: { ...env, PATH: process.env.PATH, SYNAPSE_MANAGER: folder },
    log: join(folder, 'log'),
    cleanup: `find ${shellQuote(group)} -depth -type d -exec rmdir {} \\;\nrm -rf ${shellQuote(folder)}`,
    ready: async () => {
      const args = ['--mount', '--pid', '--cgroup', '--target', String(await firstOf(marker))];
      for (const program of ['bin/systemctl', 'usr/bin/systemd-analyze']) {
        const inside = { program: 'nsenter', args: [...args, join(root, program)], env };
        await wrapper(bin, program.split('/').at(-1)!, inside);
      }
      await run(join(bin, 'systemctl'), ['--user', 'is-system-running']);
    },
  });
  return {
    bin,
    home,
    systemctl: async (...args) => (await run(join(bin, 'systemctl'), ['--user', ...args])).stdout,
    stop: () => daemon.stop(),
  };
}

/** Where groups of processes are made; on some systems beside older ones. */
export async function groups(): Promise<string> {
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
  const found = mounts.find(([, , type]) => type === 'cgroup2')?.[1];
  if (found === undefined) throw new Error('no cgroup2');
  return found;
}

/** The process with number one inside. */
export async function firstOf(marker: string): Promise<number> {
  for (const pid of await pidsWithEnvironment(marker)) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    if (/^NSpid:.*\t1$/m.test(status)) return pid;
  }
  throw new Error('not started');
}
