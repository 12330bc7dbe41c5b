/**
 * Every promise has a test that names it, and every name is a promise. proof-reporter.ts checks that those tests ran.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { namedIn } from './proved.ts';
import { REQUIREMENTS } from './requirements.ts';

const cited = new Set(
  globSync(['packages/*/src/**/*.test.{ts,tsx}', 'test/**/*.ts']).flatMap((file) =>
    namedIn(readFileSync(file, 'utf8')),
  ),
);

it('has one rule per id', () => {
  const ids = REQUIREMENTS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(100);
});

it('is named by a test, rule by rule', () => {
  expect(REQUIREMENTS.filter(({ id, open }) => !open && !cited.has(id)).map(({ id }) => id)).toEqual([]);
});

it('cites nothing that is not a rule', () => {
  const known = new Set(REQUIREMENTS.map(({ id }) => id));
  expect([...cited].filter((id) => !known.has(id))).toEqual([]);
});

it('keeps no rule open that is proved', () => {
  expect(REQUIREMENTS.filter(({ id, open }) => open && cited.has(id)).map(({ id }) => id)).toEqual([]);
});
