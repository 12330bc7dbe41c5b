/** The sources of the packages and what they import, as the tests of the house read them. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Import {
  readonly from: string;
  /** A path of the repository for relative imports, else a package's name. */
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

/** The folder of the server that a file lives in; a file beside the folders is a room of its own. */
export function roomOf(file: string): string {
  return file.slice(SERVER.length).split('/')[0]!;
}
