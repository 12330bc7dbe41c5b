/** How this program is called here, so that what is printed for a person to type really works. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { npxPackage } from './upgrade/installation-form.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * `synapse` if that is on the PATH. npx adds a clone's own programs to it for us alone: then it is `npx synapse`. From a
 * package that npx fetched it is the same package again: another one may be called like ours.
 */
export function calledAs(env: Env, fetched: string | null = npxPackage()): string {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => !/node_modules[/\\]\.bin$/.test(folder));
  if (folders.some((folder) => folder !== '' && existsSync(join(folder, 'synapse')))) return 'synapse';
  return `npx ${fetched === null ? 'synapse' : quoted(fetched)}`;
}

const quoted = (text: string): string =>
  /^[\w@%+=:,./^~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
