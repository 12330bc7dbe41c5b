/** How this program is called here, so that what is printed for a person to type really works. */
import { existsSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { npxPackage, ROOT } from './upgrade/installation-form.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * `synapse` if that is on the PATH. npx adds a clone's own programs to it for us alone: there it is `npx synapse`.
 * Elsewhere npx gets the path of the clone, because npm may have another package of that name. From a package that npx
 * fetched it is the same package again.
 */
export function calledAs(env: Env, fetched: string | null = npxPackage(), here = process.cwd()): string {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => !/node_modules[/\\]\.bin$/.test(folder));
  if (folders.some((folder) => folder !== '' && existsSync(join(folder, 'synapse')))) return 'synapse';
  if (fetched !== null) return `npx ${quoted(fetched)}`;
  return `${here}${sep}`.startsWith(`${ROOT}${sep}`) ? 'npx synapse' : `npx --prefix ${quoted(ROOT)} synapse`;
}

const quoted = (text: string): string =>
  /^[\w@%+=:,./^~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
