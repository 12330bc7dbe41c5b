/** The hook's files in one hooks directory: installs, inspects and removes them; keeps what was there before. */
import { access, chmod, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tell } from '../words/tell.ts';

export const HOOK_NAMES = ['post-commit', 'post-merge', 'post-rewrite', 'post-applypatch'] as const;

const MARK = '\n# synapse-hook:';
/** Folders for files that were moved aside. They keep their own names, because some hooks depend on theirs. */
const BEFORE = 'before-synapse';
const CONFIG_LINE = "\nconfig=''\n";

/** The script, with the path of its settings file written in. */
export async function hookScript(configFile: string | null): Promise<string> {
  const script = await readFile(new URL('./synapse-hook.sh', import.meta.url), 'utf8');
  if (!script.includes(CONFIG_LINE)) throw new Error(tell('hook_script_broken'));
  const quoted = `'${(configFile ?? '').replaceAll("'", `'\\''`)}'`;
  return script.replace(CONFIG_LINE, () => `\nconfig=${quoted}\n`);
}

export async function placeHooks(dir: string, script: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (const name of HOOK_NAMES) {
    const path = join(dir, name);
    const temporary = `${path}.synapse-${process.pid}`;
    try {
      await writeFile(temporary, script, { mode: 0o755 });
      await chmod(temporary, 0o755);
      if ((await exists(path)) && !(await isOurs(path))) await moveAside(dir, name);
      // lefthook moves our file to `.old` and expects that name to be free the next time.
      if (await isOurs(`${path}.old`)) await rm(`${path}.old`);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }
}

/** A hook of another program is run from ours, never overwritten. */
async function moveAside(dir: string, name: string): Promise<void> {
  const path = join(dir, name);
  const text = await readFile(path, 'utf8');
  for (const before of await chained(dir)) {
    // The same program has written its hook again over ours: once is enough.
    const known = join(dir, before);
    if (before.endsWith(`/${name}`) && isSameHook(await readFile(known, 'utf8'), text)) return rename(path, known);
  }
  const place = await freeName(join(dir, BEFORE), name);
  await mkdir(dirname(place), { recursive: true });
  await rename(path, place);
}

/** Removes our hooks, and restores for each the file that was moved aside last. */
export async function removeHooks(dir: string): Promise<void> {
  for (const name of HOOK_NAMES) {
    const path = join(dir, name);
    if (!(await isOurs(path))) continue;
    const before = (await chained(dir)).filter((each) => each.endsWith(`/${name}`)).at(-1);
    if (before === undefined) await rm(path);
    else await rename(join(dir, before), path);
  }
  for (const folder of await beforeFolders(dir)) await rmdir(join(dir, folder)).catch(() => undefined);
}

export async function placed(dir: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of HOOK_NAMES) if (await isOurs(join(dir, name))) names.push(name);
  return names;
}

/** The files that our hooks run first, in order. */
export async function chained(dir: string): Promise<string[]> {
  const files: string[] = [];
  for (const folder of await beforeFolders(dir)) {
    const names = await readdir(join(dir, folder)).catch((): string[] => []);
    files.push(...names.filter((name) => HOOK_NAMES.some((hook) => hook === name)).map((name) => `${folder}/${name}`));
  }
  return files;
}

/** Which of the programs that manage hooks has written this one. */
export async function managerOf(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return Object.keys(MANAGERS).find((name) => MANAGERS[name]!.test(text)) ?? null;
}

const MANAGERS: Readonly<Record<string, RegExp>> = {
  husky: /^\. "\$\(dirname (-- )?"\$0"\)\/(h|_\/husky\.sh)"/m,
  lefthook: /lefthook/i,
  'pre-commit': /pre-commit\.com|pre_commit/,
  overcommit: /overcommit/i,
};

function isSameHook(one: string, other: string): boolean {
  return one === other || Object.values(MANAGERS).some((mark) => mark.test(one) && mark.test(other));
}

async function beforeFolders(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch((): string[] => []);
  return names.filter((name) => name.startsWith(BEFORE)).sort();
}

/** The settings file that an installed hook reads. Null if it uses the environment. */
export async function configFileOf(dir: string): Promise<string | null> {
  const script = await readFile(join(dir, HOOK_NAMES[0]), 'utf8').catch(() => '');
  const quoted = /\nconfig='(.*)'\n/.exec(script)?.[1];
  return quoted === undefined || quoted === '' ? null : quoted.replaceAll(`'\\''`, "'");
}

async function isOurs(path: string): Promise<boolean> {
  return (await readFile(path, 'utf8').catch(() => '')).slice(0, 200).includes(MARK);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function freeName(folder: string, name: string): Promise<string> {
  for (let count = 1; ; count++) {
    const path = join(count === 1 ? folder : `${folder}-${count}`, name);
    if (!(await exists(path))) return path;
  }
}
