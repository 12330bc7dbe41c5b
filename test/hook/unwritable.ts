/**
 * Directories that cannot be written to: full or read-only for one command through its own mounts, or blocked by a
 * file.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Ran, Rig } from './rig.ts';

export type Trouble = 'full' | 'read-only';

const MOUNTS: Readonly<Record<Trouble, (dir: string) => string>> = {
  full: (dir) =>
    `mkdir -p '${dir}' && mount -t tmpfs -o size=4k,nr_inodes=9 full '${dir}' && { head -c 9999 /dev/zero >'${dir}/filler' 2>/dev/null; true; }`,
  'read-only': (dir) => `mount --bind '${dir}' '${dir}' && mount -o remount,bind,ro '${dir}'`,
};

/** Runs a shell command for which these directories cannot be written. Nobody else notices, and nothing of it stays. */
export async function runInTrouble(
  rig: Rig,
  cwd: string,
  trouble: Trouble,
  dirs: readonly string[],
  command: string,
): Promise<Ran> {
  const flags = process.getuid?.() === 0 ? ['-m'] : ['-rm'];
  const probe = rig.run(cwd, 'unshare', [...flags, 'mount', '-t', 'tmpfs', 'probe', '/mnt']);
  if ((await probe.catch(() => null))?.code === 0) {
    const script = [...dirs.map(MOUNTS[trouble]), `exec ${command}`].join(' && ');
    return rig.run(cwd, 'unshare', [...flags, 'sh', '-c', script]);
  }
  // If mounting is forbidden, a file in place of the directory keeps everybody out just as well. In a repository, only
  // the hook's own part can be blocked like that, because git itself must still read the rest.
  const places = dirs.map((dir) => resolve(cwd, dir));
  const blocked = places.map((place) => (place.endsWith('/.git') ? join(place, 'synapse') : place));
  for (const place of blocked) {
    mkdirSync(dirname(place), { recursive: true });
    if (existsSync(place)) renameSync(place, `${place}.aside`);
    writeFileSync(place, '');
  }
  try {
    return await rig.run(cwd, 'sh', ['-c', command]);
  } finally {
    for (const place of blocked) {
      rmSync(place);
      if (existsSync(`${place}.aside`)) renameSync(`${place}.aside`, place);
    }
  }
}
