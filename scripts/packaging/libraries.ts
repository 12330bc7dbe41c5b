/** The libraries that the bundles load from beside them, each with those it needs itself. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { SERVER } from '../bundles.ts';

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Library {
  readonly name: string;
  readonly version: string;
  /** Relative to the clone. */
  readonly folder: string;
}

/** Sources for a compiler, declarations for another one, and what only speeds up a machine that has a compiler. */
const UNUSED = /^(?:@types\/|node-addon-api$|nan$|buildcheck$|cpu-features$|undici-types$)/;
/** Of each library one binary per kind of computer, as a package of its own: see `native-parts.ts`. */
const NATIVE = /^@node-rs\/argon2-/;

export function librariesOf(clone: string): Library[] {
  const found = new Map<string, Library>();
  const visit = (name: string, from: string, required: boolean): void => {
    if (UNUSED.test(name) || NATIVE.test(name)) return;
    const folder = lookUp(name, from, clone);
    if (folder === null && required) throw new Error(`${name} is not installed: run npm ci`);
    if (folder === null || found.has(folder)) return;
    const { version, dependencies = {}, optionalDependencies = {} } = manifestOf(folder);
    found.set(folder, { name, version, folder: relative(clone, folder) });
    for (const each of Object.keys(dependencies)) visit(each, folder, !(each in optionalDependencies));
    for (const each of Object.keys(optionalDependencies)) visit(each, folder, false);
  };
  for (const name of SERVER.external) visit(name, join(clone, 'packages/server'), true);
  const { dependencies = {} } = manifestOf(join(clone, 'packages/cli'));
  for (const name of Object.keys(dependencies)) {
    if (!name.startsWith('@synapse/')) visit(name, join(clone, 'packages/cli'), true);
  }
  // Our own packages are in the bundle of the command line; the one library of the contract is not.
  visit('zod', join(clone, 'packages/contract'), true);
  return [...found.values()];
}

/** As Node looks for it: here, then in each folder above. */
function lookUp(name: string, from: string, top: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === top) return null;
  }
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
