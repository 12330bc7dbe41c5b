/** How this program is called here: what is printed for a person to type must be there. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** `synapse` where that is on the PATH. npx puts a clone's own programs there for us alone: then it is `npx synapse`. */
export function calledAs(env: Env): string {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => !/node_modules[/\\]\.bin$/.test(folder));
  return folders.some((folder) => folder !== '' && existsSync(join(folder, 'synapse'))) ? 'synapse' : 'npx synapse';
}
