/** Where the bundler finds the packages of this repository: every way in that their package.json offers. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, '..');

/** `@synapse/contract/errors` and the like, each with its file: longer names first, as a shorter one would take them. */
export const OWN_PACKAGES: Readonly<Record<string, string>> = Object.fromEntries(
  globSync('packages/*/package.json', { cwd: ROOT })
    .flatMap((path) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest;
      return Object.entries(exports).map(([way, file]) => [join(name, way), join(ROOT, dirname(path), file)] as const);
    })
    .sort(([one], [other]) => other.length - one.length),
);
