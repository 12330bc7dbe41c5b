/** How this program is called here, so that what is printed for a person to type really works. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** `synapse` if that is on the PATH. npx adds a clone's own programs to it for us alone: then it is `npx synapse`. */
export function calledAs(env: Env): string {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => !/node_modules[/\\]\.bin$/.test(folder));
  return folders.some((folder) => folder !== '' && existsSync(join(folder, 'synapse'))) ? 'synapse' : 'npx synapse';
}
