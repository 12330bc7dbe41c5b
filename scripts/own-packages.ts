/** Where the bundler finds the packages of this repository: every entry point that their package.json declares. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, '..');

/**
 * `@synapse/contract/errors` and the like, each with its file. Longer names first, because a shorter one would match
 * them too.
 */
export const OWN_PACKAGES: Readonly<Record<string, string>> = Object.fromEntries(
  globSync('packages/*/package.json', { cwd: ROOT })
    .flatMap((path) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest;
      return Object.entries(exports).map(([way, file]) => [join(name, way), join(ROOT, dirname(path), file)] as const);
    })
    .sort(([one], [other]) => other.length - one.length),
);
