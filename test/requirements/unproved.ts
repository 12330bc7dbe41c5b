import type { TestCase, TestModule } from 'vitest/node';
import { REQUIREMENTS } from './requirements.ts';

const ID = /\[([SC]\d-[A-Z0-9-]+)\]/g;

/** The promises that none of the tests that count names. */
export function unprovedBy(
  modules: readonly TestModule[],
  counts: (test: TestCase, module: TestModule) => boolean,
): string[] {
  const named = new Set<string>();
  for (const module of modules) {
    for (const test of module.children.allTests())
      if (counts(test, module)) for (const [, id] of test.fullName.matchAll(ID)) named.add(id!);
  }
  return REQUIREMENTS.filter(({ id, open }) => !open && !named.has(id)).map(({ id }) => id);
}
