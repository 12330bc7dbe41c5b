/** Which promises tests prove: those whose ids stand in square brackets in the names of tests that passed. */
import { globSync, readFileSync } from 'node:fs';
import type { TestModule } from 'vitest/node';
import { REQUIREMENTS } from './requirements.ts';

const MISSING_ENGINE = /\[engine ([\w-]+) missing: .*\]$/;
const ID = /\[([SC]\d-[A-Z0-9-]+)\]/g;

export const namedIn = (text: string): string[] => [...text.matchAll(ID)].map(([, id]) => id!);

/** A skipped test proves nothing. */
export function provedBy(modules: readonly TestModule[]): Set<string> {
  return new Set(
    modules.flatMap(({ children }) => [...children.allTests('passed')].flatMap(({ fullName }) => namedIn(fullName))),
  );
}

/** The promises whose tests were left out because a real engine is missing here, and those engines. */
export function leftOut(modules: readonly TestModule[]): Map<string, string> {
  const engines = new Map<string, string>();
  for (const { children } of modules) {
    for (const suite of children.allSuites()) {
      const engine = MISSING_ENGINE.exec(suite.name)?.[1];
      if (engine === undefined) continue;
      for (const { fullName } of suite.children.allTests('skipped')) {
        for (const id of namedIn(fullName)) engines.set(id, engine);
      }
    }
  }
  return engines;
}

/** The promises that are not among these. */
export function unproved(proved: ReadonlySet<string>): string[] {
  return REQUIREMENTS.filter(({ id, open }) => !open && !proved.has(id)).map(({ id }) => id);
}

/** The second tier's files, and the promises that they name. */
export function namedInSecondTier(): Map<string, string> {
  const places = new Map<string, string>();
  for (const file of globSync(['packages/*/src/**/*.all.test.{ts,tsx}', 'test/**/*.all.test.ts'])) {
    for (const id of namedIn(readFileSync(file, 'utf8'))) places.set(id, file);
  }
  return places;
}
