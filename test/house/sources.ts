/** The sources of the packages and their imports, as the house tests read them. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Import {
  readonly from: string;
  /** A path in the repository for relative imports, otherwise a package's name. */
  readonly to: string;
}

/** Production files only. */
export const SOURCES = globSync('packages/*/src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));

const TEXTS = new Map(SOURCES.map((file) => [file, readFileSync(file, 'utf8')]));
export const textOf = (file: string): string => TEXTS.get(file) ?? '';

const IMPORT = /^\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

export const IMPORTS: readonly Import[] = SOURCES.flatMap((from) =>
  [...textOf(from).matchAll(IMPORT)].map((match) => {
    const target = (match[1] ?? match[2] ?? match[3])!;
    return { from, to: target.startsWith('.') ? normalize(join(dirname(from), target)) : target };
  }),
);

export const SERVER = 'packages/server/src/';

/** The folder of the server that a file lives in. A file beside the folders counts as a module. */
export function moduleOf(file: string): string {
  return file.slice(SERVER.length).split('/')[0]!;
}
