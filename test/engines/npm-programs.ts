/** Programs from npm that are too big to be everybody's dependency: fetched once into `.engines/npm`, at a fixed version. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ENGINES_DIR } from './engines.ts';
import { withFileLock } from './file-lock.ts';

const run = promisify(execFile);
const FETCH_MS = 240_000;

/** The path of the program `bin` of a package. Two workers at once are fine. */
export async function findNpmProgram(name: string, version: string, bin: string): Promise<string> {
  const parent = join(ENGINES_DIR, 'npm');
  const root = join(parent, name.replace(/^@[^/]+\//, ''));
  const found = join(root, 'node_modules/.bin', bin);
  const complete = async (): Promise<boolean> => (await installed(root, name)) === version;
  if (await complete()) return found;
  await mkdir(parent, { recursive: true });
  return withFileLock(`${root}.lock`, async () => {
    if (await complete()) return found;
    const work = await mkdtemp(`${root}-`);
    try {
      await writeFile(join(work, 'package.json'), '{"private":true}\n');
      // Their install scripts only put a program in place that is found without them, too.
      const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
      await run('npm', ['install', ...options, `${name}@${version}`], { cwd: work, timeout: FETCH_MS });
      await rm(root, { recursive: true, force: true });
      await rename(work, root);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    return found;
  });
}

async function installed(root: string, name: string): Promise<string | null> {
  try {
    const manifest = await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8');
    return (JSON.parse(manifest) as { version: string }).version;
  } catch {
    return null;
  }
}
