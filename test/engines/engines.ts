/** Finds real engines for tests: fetched once into `.engines/` without touching the system, reported when missing. */
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withFileLock } from './file-lock.ts';

const run = promisify(execFile);

/** Git-ignored; safe to delete, it is fetched again. */
export const ENGINES_DIR = join(import.meta.dirname, '../../.engines');

export type Located<T> =
  | { readonly name: string; readonly found: T }
  | { readonly name: string; readonly missing: string };

/** Looks for an engine. Whatever goes wrong is the reason why it is missing. */
export async function locate<T>(name: string, find: () => Promise<T>): Promise<Located<T>> {
  try {
    return { name, found: await find() };
  } catch (error) {
    return { name, missing: error instanceof Error ? error.message.split('\n')[0]! : String(error) };
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Debian packages unpacked side by side into `.engines/<name>`; returns that folder. Two workers at once are fine. */
export async function fetchPackages(name: string, packages: readonly string[]): Promise<string> {
  const root = join(ENGINES_DIR, name);
  const marker = `${root}.packages`;
  const wanted = packages.join('\n');
  const complete = async () => (await readFile(marker, 'utf8').catch(() => '')) === wanted && (await exists(root));
  if (await complete()) return root;
  await mkdir(ENGINES_DIR, { recursive: true });
  return withFileLock(`${root}.lock`, async () => {
    if (await complete()) return root;
    const work = await mkdtemp(join(ENGINES_DIR, `${name}-`));
    try {
      await download(packages, work);
      await rm(root, { recursive: true, force: true });
      await rename(join(work, 'root'), root);
      // Not written over: a copy of this folder may share the file.
      await rm(marker, { force: true });
      await writeFile(marker, wanted);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    return root;
  });
}

async function download(packages: readonly string[], work: string): Promise<void> {
  const get = (options: string[]) => run('apt-get', [...options, 'download', ...packages], { cwd: work });
  try {
    await get([]);
  } catch {
    // No package lists, or old ones: fetches our own beside the system's, which also works without root.
    for (const folder of ['state/lists/partial', 'cache/archives/partial']) {
      await mkdir(join(work, folder), { recursive: true });
    }
    const own = ['-o', `Dir::State=${work}/state`, '-o', `Dir::Cache=${work}/cache`];
    await run('apt-get', [...own, 'update'], { cwd: work });
    await get(own);
  }
  await run('sh', ['-c', 'mkdir root && for deb in ./*.deb; do dpkg -x "$deb" root || exit 1; done'], { cwd: work });
}

/** The environment in which programs of unpacked packages find their libraries. */
export function libraryPath(root: string): string {
  const triplet = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[process.arch as string] ?? '';
  return ['lib', 'usr/lib'].flatMap((lib) => [join(root, lib, triplet), join(root, lib)]).join(':');
}

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
