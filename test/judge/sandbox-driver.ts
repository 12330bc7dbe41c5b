/**
 * Runs scripts, one after the other, in a copy of this computer that is thrown away: own mounts, processes and network,
 * and a file system that is the real one below and an empty folder above. What a script changed is in that folder.
 * Started by `sandbox.ts`; reads the scripts as JSON on its input, prints one line for each that changed something.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { BASE_PROGRAMS } from './base-programs.ts';

const [place = '', tree = '', busybox = ''] = process.argv.slice(2);
const upper = join(place, 'upper');
const root = join(place, 'root');

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'inherit' });
run('mount', '-t', 'tmpfs', 'tmpfs', place);
for (const name of ['upper', 'work', 'root', 'tree']) mkdirSync(join(place, name));
// Beside the real root, so that nothing of it counts as a change.
cpSync(tree, join(place, 'tree/judged'), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
mkdirSync(join(place, 'tree/programs'));
for (const name of BASE_PROGRAMS) {
  const found = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].map((folder) => join(folder, name)).find(existsSync);
  const program = name === 'busybox' ? busybox : found;
  if (program !== undefined) symlinkSync(program, join(place, 'tree/programs', name));
}
const layers = `lowerdir=${join(place, 'tree')}:/,upperdir=${upper},workdir=${join(place, 'work')}`;
run('mount', '-t', 'overlay', 'overlay', '-o', layers, root);
run('mount', '-t', 'proc', 'proc', join(root, 'proc'));
run('mount', '-t', 'tmpfs', 'tmpfs', join(root, 'dev'));
for (const [name, minor] of [
  ['null', 3],
  ['zero', 5],
  ['full', 7],
  ['random', 8],
  ['urandom', 9],
] as const) {
  run('mknod', '-m', '666', join(root, 'dev', name), 'c', '1', String(minor));
}
run(
  'sh',
  '-c',
  `cd ${root}/dev && ln -s /proc/self/fd fd && ln -s fd/0 stdin && ln -s fd/1 stdout && ln -s fd/2 stderr`,
);
run('ip', 'link', 'set', 'lo', 'up');

/** By its path: the PATH of scripts is looked at in vain out here. */
const chroot = execFileSync('sh', ['-c', 'command -v chroot'], { encoding: 'utf8' }).trim();

/** Someone whom a script must not end. */
const bystander = spawn(chroot, [root, 'sleep', '100000'], { stdio: 'ignore' });
let died = false;
bystander.once('exit', () => {
  died = true;
});

const devices = () => readdirSync(join(root, 'dev')).sort().join(' ');
const before = devices();
const sockets = () => readFileSync('/proc/self/net/tcp', 'utf8').split('\n').length;
/**
 * Not counted, each by its name: the folder of a temporary file that is gone again, and what programs that people call
 * reads note for themselves (the manual's formatted pages, the log of npm, that a version was asked for).
 */
const KEPT = [
  /^(?:var\/)?tmp$/,
  /^tmp\/(?:hsperfdata_root|node-compile-cache)(?:\/|$)/,
  /^var\/cache\/man\//,
  // The lock and the cache of LVM's listings.
  /^run\/(?:lock\/lvm|lvm\/hints)$/,
  /^judged\/home\/\.(?:npm\/|config\/procps$|terraform\.d\/checkpoint_signature$|rustup\/settings\.toml$)/,
];
const SHELLS = [['sh'], ['bash'], ['busybox', 'sh']];

/** From a signal to the death that it causes. */
const DYING_MS = 200;

const scripts = JSON.parse(readFileSync(0, 'utf8')) as string[];
for (const [index, script] of scripts.entries()) {
  const shell = SHELLS[index % SHELLS.length]!;
  const args = [root, '/usr/bin/timeout', '-s', 'KILL', '2', ...shell, '-c', `cd /judged && ${script}`];
  const { error } = spawnSync(chroot, args, {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { PATH: '/programs', HOME: '/judged/home', LC_ALL: 'C.UTF-8' },
  });
  if (error !== undefined) throw error;
  await new Promise((resolve) => setTimeout(resolve, index === scripts.length - 1 ? DYING_MS : 0));
  const changed = readdirSync(upper, { recursive: true }) as string[];
  const noted = [
    ...changed.filter((name) => !folders(name, changed) && !KEPT.some((kept) => kept.test(name)) && !isAsBefore(name)),
    ...(devices() === before ? [] : ['/dev']),
    ...(sockets() > 2 ? ['a socket'] : []),
    ...(died ? ['a process'] : []),
  ];
  if (noted.length > 0) {
    process.stdout.write(`${JSON.stringify({ index, shell: shell[0], changed: noted })}\n`);
    break;
  }
}
bystander.kill('SIGKILL');
process.exit(0);

/** The folder of another change. */
function folders(name: string, all: readonly string[]): boolean {
  return all.some((other) => other.startsWith(`${name}/`));
}

/** A file that was opened for writing, and not written to, is copied to the upper folder as it is. */
function isAsBefore(name: string): boolean {
  const [now, then] = [upper, join(place, 'tree')].map((folder) => join(folder, name)) as [string, string];
  const [one, other] = [now, then].map((file) => lstatSync(file, { throwIfNoEntry: false }));
  if (!one?.isFile() || !other?.isFile() || one.mtimeMs !== other.mtimeMs || one.mode !== other.mode) return false;
  return readFileSync(now).equals(readFileSync(then));
}
