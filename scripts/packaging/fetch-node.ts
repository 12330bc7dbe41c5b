/** The Node that goes into a Debian package: the version of this clone, for the architecture that is wanted. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Architecture } from './deb-package.ts';

/** Puts it into `folder`, and returns its path. The one of this computer is there already; others come from npm. */
export function fetchNode(clone: string, folder: string, architecture: Architecture): string {
  if (architecture === process.arch) return join(clone, 'node_modules/node/bin/node');
  const { version } = JSON.parse(readFileSync(join(clone, 'node_modules/node/package.json'), 'utf8')) as {
    version: string;
  };
  const work = mkdtempSync(join(tmpdir(), 'synapse-node-'));
  try {
    const args = ['pack', `node-linux-${architecture}@${version}`, '--pack-destination', work, '--loglevel=error'];
    // npm compares what it gets with the registry's own checksum.
    const file = execFileSync('npm', args, { encoding: 'utf8', timeout: 300_000 }).trim().split('\n').at(-1)!;
    execFileSync('tar', ['-xzf', join(work, file), '-C', work, 'package/bin/node']);
    const node = join(folder, `node-${architecture}`);
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(work, 'package/bin/node'), node);
    chmodSync(node, 0o755);
    return node;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
