/**
 * A real systemd as the first process of a root file system, in namespaces of its own: what manages the services of a
 * Debian. The Debian packages, unpacked into that root. Needs root.
 */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { shellQuote } from '@synapse/runner';
import { fetchPackages } from './engines.ts';
import { supervise } from './supervise.ts';
import { firstOf, groups, systemdLibraries } from './systemd.ts';

const run = promisify(execFile);

const PACKAGES = [
  'mount',
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
  'liblz4-1',
  'libgcrypt20',
  'libgpg-error0',
  'libssl3',
  'iproute2',
  'libbpf1',
  'libbsd0',
  'libelf1',
  'libmnl0',
  'libxtables12',
];

/** Of what starts with a computer, what is started here: the journal. */
const JOURNAL = ['systemd-journald.service', 'systemd-journald.socket', 'systemd-journald-dev-log.socket'];

export interface SystemManager {
  /** Runs a shell script to its end, as root, on the system that it manages. Throws if it fails. */
  run(script: string): Promise<string>;
  /** What makes a program outside use its network: the arguments of `nsenter`. */
  network(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export async function findSystemManager(): Promise<string> {
  if (process.getuid?.() !== 0) throw new Error('not root');
  await groups();
  return fetchPackages('system-manager', PACKAGES);
}

// A group of its own, because the manager takes everything in its group for its own. Its death ends everything inside.
const OUTSIDE = `
group=$1; export network=$2; shift 2
mkdir "$group" || exit 1
sh -c 'echo 0 >"$0/cgroup.procs" && exec unshare --mount --pid --fork --cgroup --uts --ipc $network --kill-child "$@"' "$group" "$@" &
inside=$!
trap 'kill -9 $inside' TERM
wait $inside; wait $inside`;
/** Nothing of this computer is there but its clock, its network if it is shared, and six devices; kernel settings cannot be changed. */
const INSIDE = `
cd "$1" && mount --make-rprivate / && mount --bind . . && cd "$1" || exit 1
mount -t proc proc proc && mount --bind proc/sys proc/sys && mount -o remount,ro,bind proc/sys || exit 1
for each in run tmp dev sys; do mkdir -p $each; mount -t tmpfs -o mode=755 tmpfs $each || exit 1; done
for each in null zero full random urandom tty; do touch dev/$each && mount --bind /dev/$each dev/$each || exit 1; done
mkdir -p dev/pts dev/shm dev/mqueue dev/hugepages sys/fs/cgroup && ln -s pts/ptmx dev/ptmx && chmod 1777 tmp
mount -t cgroup2 cgroup2 sys/fs/cgroup || exit 1
shift
# Not chroot: behind one nobody may make user namespaces, which units ask for (PrivateUsers).
mkdir -p outside && pivot_root . outside && cd / && umount -l outside && rmdir outside || exit 1
exec env -i container=test "$@" /lib/systemd/systemd --system --unit=basic.target`;

export interface ManagerOptions {
  /** `own`: nobody but itself is in it, so all ports are free. `shared`: that of this computer. */
  readonly network: 'own' | 'shared';
}

export async function startSystemManager(
  packages: string,
  root: string,
  { network }: ManagerOptions = { network: 'shared' },
): Promise<SystemManager> {
  await run('cp', ['-a', `${packages}/.`, root]);
  // What a computer wants when it starts: disks, consoles, logins.
  for (const wanted of globSync('lib/systemd/system/*.wants/*', { cwd: root })) {
    if (!JOURNAL.includes(basename(wanted))) await rm(join(root, wanted));
  }
  const folder = await mkdtemp(join(tmpdir(), 'synapse-manager-'));
  const group = join(await groups(), folder.split('/').at(-1)!);
  const marker = `SYNAPSE_MANAGER=${folder}`;
  const env = [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    `LD_LIBRARY_PATH=${systemdLibraries('/')}`,
    'HOME=/root',
  ];
  const ownNetwork = network === 'own' ? ['--net'] : [];
  const inside = async (script: string): Promise<string> => {
    const spaces = [...ownNetwork, '--mount', '--pid', '--cgroup', '--uts', '--ipc', '--root', '--wd'];
    const program = ['env', '-i', ...env, 'sh', '-c', script];
    const args = [...spaces, '--target', String(await firstOf(marker)), ...program];
    return (await run('nsenter', args, { cwd: '/', timeout: 300_000 })).stdout;
  };
  const daemon = await supervise({
    argv: ['sh', '-c', OUTSIDE, 'sh', group, ownNetwork.join(' '), 'sh', '-c', INSIDE, 'sh', root, marker, ...env],
    env: { PATH: process.env.PATH },
    log: join(folder, 'log'),
    cleanup: `find ${shellQuote(group)} -depth -type d -exec rmdir {} \\;\nrm -rf ${shellQuote(folder)}`,
    ready: () => inside('systemctl is-system-running'),
  });
  if (network === 'own') await inside('ip link set lo up');
  return {
    run: inside,
    network: async () => [...ownNetwork, '--target', String(await firstOf(marker))],
    stop: () => daemon.stop(),
  };
}
