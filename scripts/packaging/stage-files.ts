/**
 * Makes a folder with what an installation consists of, and nothing of what built it. Every packaged form holds this
 * folder: the npm package, the Debian package and the image.
 */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { librariesOf } from './libraries.ts';
import { addPasswordHash, isOtherBinary, type Platform } from './native-parts.ts';

export interface Product {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  /** The name in the MCP registry. */
  readonly mcpName: string;
}

const BUILT = ['packages/cli/dist', 'packages/server/dist', 'packages/agent/dist', 'packages/web/dist'];
/** For readers and compilers. Licences stay. */
const FOR_READERS = /\.(?:map|d\.[cm]?ts|md|markdown|flow)$/;
const SQLITE_SOURCES = /\/better-sqlite3\/(?:deps|src|binding\.gyp)(?:\/|$)/;

export const productOf = (clone: string): Product =>
  JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as Product;

/** Everything must have been built. */
export function stageFiles(clone: string, folder: string, platforms: readonly Platform[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const copy = (from: string, to = from): void =>
    cpSync(join(clone, from), join(folder, to), {
      recursive: true,
      dereference: true,
      filter: (path) => !FOR_READERS.test(path) && !SQLITE_SOURCES.test(path) && !isOtherBinary(path, platforms),
    });
  for (const built of BUILT) copy(built);
  copy('packages/cli/bin');
  chmodSync(join(folder, 'packages/cli/bin/synapse.js'), 0o755);
  copy('LICENSE');
  const libraries = librariesOf(clone);
  for (const { folder: from } of libraries) copyLibrary(from, copy);
  addPasswordHash(clone, join(folder, 'packages/node_modules'), platforms);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(productOf(clone), platforms), null, 2)}\n`);
}

/** Libraries of the whole clone lie where all programs find them, but npm does not look: it has nothing to install. */
function copyLibrary(from: string, copy: (from: string, to: string) => void): void {
  const to = from.replace(/^node_modules\//, 'packages/node_modules/');
  // A library inside another one comes with that.
  if (dirname(to).split('node_modules/').length > 2) return;
  copy(from, to);
}

/** No dependencies and no scripts: installing it is unpacking it. */
function manifest(product: Product, platforms: readonly Platform[]): Record<string, unknown> {
  const { name, version, description, license, mcpName } = product;
  const kinds = platforms.map(({ sqlite }) => sqlite.replace('linuxmusl', 'linux').split('-'));
  return {
    name,
    version,
    description,
    license,
    mcpName,
    type: 'module',
    bin: { synapse: 'packages/cli/bin/synapse.js' },
    engines: { node: '>=22.18' },
    // npm says so on any other computer, where the native parts would be missing.
    os: [...new Set(kinds.map(([os]) => os))],
    cpu: [...new Set(kinds.map(([, cpu]) => cpu))],
  };
}
