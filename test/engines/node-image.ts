/** A root file system like that of the official Node image, from Debian packages and the Node of this clone. */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { fetchPackages } from './engines.ts';

/** What Debian's slim image contains and the steps may use; no more, so that a step that needs more fails. */
const PACKAGES = [
  'base-files',
  'base-passwd',
  'bash',
  'coreutils',
  'dash',
  'debianutils',
  'diffutils',
  'dpkg',
  'findutils',
  'grep',
  'gzip',
  'hostname',
  'libc-bin',
  'login',
  'mawk',
  'passwd',
  'sed',
  'tar',
  'util-linux',
  'libacl1',
  'libattr1',
  'libaudit1',
  'libblkid1',
  'libbz2-1.0',
  'libc6',
  'libcap-ng0',
  'libcap2',
  'libcrypt1',
  'libgcc-s1',
  'libgmp10',
  'libmount1',
  'libpam-modules',
  'libpam0g',
  'libpcre2-8-0',
  'libselinux1',
  'libsemanage2',
  'libsepol2',
  'libsmartcols1',
  'libstdc++6',
  'libsystemd0',
  'libtinfo6',
  'libudev1',
  'libuuid1',
  'liblzma5',
  'libmd0',
  'libzstd1',
  'zlib1g',
];

export const findNodeImage = (): Promise<string> => fetchPackages('node-image', PACKAGES);

/** Fills a new folder with it. `npm` is the npm that runs here. */
export async function fillNodeImage(packages: string, folder: string, npm: string): Promise<void> {
  await fillDebianRoot(packages, folder);
  const local = (path: string) => join(folder, 'usr/local', path);
  await mkdir(local('bin'), { recursive: true });
  await mkdir(local('lib/node_modules'), { recursive: true });
  await cp(await realpath(process.execPath), local('bin/node'));
  const program = await realpath(npm);
  await cp(dirname(dirname(program)), local('lib/node_modules/npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', local('bin/npm'));
  await symlink('../lib/node_modules/npm/bin/npx-cli.js', local('bin/npx'));
}

/** The same without Node: what a plain Debian is. */
export async function fillDebianRoot(packages: string, folder: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', packages, folder]);
  // What the packages would do themselves if they were installed rather than unpacked.
  for (const name of ['passwd', 'group']) {
    const master = await readFile(join(folder, `usr/share/base-passwd/${name}.master`), 'utf8');
    await writeFile(join(folder, 'etc', name), master);
  }
  await symlink('dash', join(folder, 'bin/sh')).catch(() => undefined);
  // Whatever the umask was with which they were unpacked, or copied since.
  for (const place of ['tmp', 'var/tmp']) await chmod(join(folder, place), 0o1777);
}
