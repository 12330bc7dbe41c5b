/** The hook's files in one hooks directory: put in place, looked at, taken away; what stood there before is kept. */
import { access, chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const HOOK_NAMES = ['post-commit', 'post-merge', 'post-rewrite', 'post-applypatch'] as const;

const MARK = '\n# synapse-hook:';
const BEFORE = '.before-synapse';
const CONFIG_LINE = "\nconfig=''\n";

/** The script, with the file of its settings written in. */
export async function hookScript(configFile: string | null): Promise<string> {
  const script = await readFile(new URL('./synapse-hook.sh', import.meta.url), 'utf8');
  if (!script.includes(CONFIG_LINE)) throw new Error('synapse-hook.sh has no line for its configuration');
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
      // A foreign hook is moved aside, and run from ours: never overwritten.
      if ((await exists(path)) && !(await isOurs(path))) await rename(path, await freeName(`${path}${BEFORE}`));
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }
}

/** What was moved aside last comes back. */
export async function removeHooks(dir: string): Promise<void> {
  for (const name of HOOK_NAMES) {
    const path = join(dir, name);
    if (!(await isOurs(path))) continue;
    const before = (await chained(dir)).filter((each) => each.startsWith(`${name}${BEFORE}`)).at(-1);
    if (before === undefined) await rm(path);
    else await rename(join(dir, before), path);
  }
}

export async function placed(dir: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of HOOK_NAMES) if (await isOurs(join(dir, name))) names.push(name);
  return names;
}

/** The files that our hooks run first, in order. */
export async function chained(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch((): string[] => []);
  return names.filter((name) => HOOK_NAMES.some((hook) => name.startsWith(`${hook}${BEFORE}`))).sort();
}

/** The settings file that an installed hook reads; null where it goes by the environment. */
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

async function freeName(wanted: string): Promise<string> {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (!(await exists(name))) return name;
  }
}
