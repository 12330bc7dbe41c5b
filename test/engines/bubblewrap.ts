/** The real bubblewrap and the real `ss`: their Debian packages, unpacked. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchPackages, libraryPath } from './engines.ts';

const PACKAGES = ['bubblewrap', 'iproute2', 'libbpf1', 'libelf1', 'libmnl0', 'libxtables12'];

/** A folder that holds `bwrap` and `ss`, to put first in PATH. */
export async function findBubblewrap(): Promise<string> {
  const root = await fetchPackages('bubblewrap', PACKAGES);
  const bin = join(root, 'wrapped');
  await mkdir(bin, { recursive: true });
  await symlink(join(root, 'usr/bin/bwrap'), join(bin, 'bwrap')).catch(() => undefined);
  const ss = `#!/bin/sh\nLD_LIBRARY_PATH=${libraryPath(root)} exec ${join(root, 'bin/ss')} "$@"\n`;
  await writeFile(join(bin, 'ss'), ss, { mode: 0o755 });
  return bin;
}
