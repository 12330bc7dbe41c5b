/** The two root file systems that test containers start from: busybox with a shell, and one program without any. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Has /bin/sh and every busybox applet; runs as root, knows the user `worker` (uid 1000). */
export const SHELL_IMAGE = 'synapse-busybox';
/** Holds the single program /sleep. */
export const BARE_IMAGE = 'synapse-bare';

export async function shellImage(busybox: string): Promise<Buffer> {
  const { stdout } = await run(busybox, ['--list']);
  return tarOf(async (root) => {
    for (const folder of ['bin', 'etc', 'proc', 'root', 'home/worker', 'tmp']) {
      await mkdir(join(root, folder), { recursive: true });
    }
    await copyFile(busybox, join(root, 'bin/busybox'));
    const applets = stdout.split('\n').filter((name) => name && name !== 'busybox');
    await Promise.all(applets.map((name) => symlink('busybox', join(root, 'bin', name))));
    // The one common program that this busybox lacks.
    await writeFile(join(root, 'bin/nohup'), '#!/bin/sh\ntrap "" HUP\nexec "$@"\n', { mode: 0o755 });
    await writeFile(
      join(root, 'etc/passwd'),
      'root:x:0:0:root:/root:/bin/sh\nworker:x:1000:1000::/home/worker:/bin/sh\n',
    );
    await writeFile(join(root, 'etc/group'), 'root:x:0:\nworker:x:1000:\n');
  });
}

export async function bareImage(busybox: string): Promise<Buffer> {
  // busybox acts by the name under which it is called: here it can only sleep.
  return tarOf((root) => copyFile(busybox, join(root, 'sleep')));
}

async function tarOf(fill: (root: string) => Promise<void>): Promise<Buffer> {
  const root = await mkdtemp(join(tmpdir(), 'synapse-image-'));
  try {
    await fill(root);
    const { stdout } = await run('tar', ['-C', root, '--owner=0', '--group=0', '-cf', '-', '.'], {
      encoding: 'buffer',
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
