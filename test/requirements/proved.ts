/** Which promises tests prove: those whose ids stand in square brackets in the names of tests that passed. */
import { globSync, readFileSync } from 'node:fs';
import type { TestModule } from 'vitest/node';
import { REQUIREMENTS } from './requirements.ts';

const ID = /\[([SC]\d-[A-Z0-9-]+)\]/g;

export const namedIn = (text: string): string[] => [...text.matchAll(ID)].map(([, id]) => id!);

/** A skipped test proves nothing. */
export function provedBy(modules: readonly TestModule[]): Set<string> {
  return new Set(
    modules.flatMap(({ children }) => [...children.allTests('passed')].flatMap(({ fullName }) => namedIn(fullName))),
  );
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
