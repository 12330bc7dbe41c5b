/** husky and lefthook, the real ones, fetched from npm into `.engines/` once. */
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ENGINES_DIR } from './engines.ts';
import { withFileLock } from './file-lock.ts';

const run = promisify(execFile);
const PACKAGES = ['husky@9.1.7', 'lefthook@2.2.2'];

/** The folder whose `node_modules` holds both. */
export async function findHookManagers(): Promise<string> {
  const root = join(ENGINES_DIR, `hook-managers-${PACKAGES.join('-').replaceAll('@', '-')}`);
  const complete = () => access(join(root, 'node_modules/.bin/lefthook')).then(...YES_OR_NO);
  if (await complete()) return root;
  await mkdir(ENGINES_DIR, { recursive: true });
  return withFileLock(`${root}.lock`, async () => {
    if (await complete()) return root;
    const work = await mkdtemp(join(ENGINES_DIR, 'hook-managers-'));
    try {
      const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--loglevel=error'];
      await run('npm', ['install', ...quiet, '--prefix', work, ...PACKAGES], { cwd: work, timeout: 120_000 });
      await rm(root, { recursive: true, force: true });
      await rename(work, root);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    return root;
  });
}

const YES_OR_NO = [() => true, () => false] as const;
