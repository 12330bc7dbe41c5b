/** Programs from npm that are too big to be a dependency: fetched once into `.engines/npm`, at a fixed version. */
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
      // npm runs install scripts only for approved packages. Theirs puts the program in place, and is run by name.
      const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
      await run('npm', ['install', ...options, `${name}@${version}`], { cwd: work, timeout: FETCH_MS });
      await putInPlace(join(work, 'node_modules', name));
      await rm(root, { recursive: true, force: true });
      await rename(work, root);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    return found;
  });
}

/** Runs only this package's own install script. */
async function putInPlace(folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const script = manifest.scripts?.postinstall;
  if (script !== undefined) await run('sh', ['-c', script], { cwd: folder, timeout: FETCH_MS });
}

interface Manifest {
  readonly version: string;
  readonly scripts?: { readonly postinstall?: string };
}

async function installed(root: string, name: string): Promise<string | null> {
  try {
    const manifest = await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8');
    return (JSON.parse(manifest) as Manifest).version;
  } catch {
    return null;
  }
}
