import { expect, it } from 'vitest';
import { CASE_SETS, FIRST_CONTACT, readCases } from '../../../../test/compaction/corpus-case.ts';
import { FILTERS, SHAPES } from '../registry.ts';

it('every filter and shape is named by a case, and cases name nothing else', () => {
  const named = new Set([...CASE_SETS, ...FIRST_CONTACT].flatMap((set) => readCases(set)).map(({ filter }) => filter));
  // Outputs without a filter and without a shape: only lossless steps apply.
  const known = ['lossless', ...[...FILTERS, ...SHAPES].map(({ name }) => name)];
  expect(known.filter((name) => !named.has(name))).toEqual([]);
  named.delete(null);
  expect([...named].filter((name) => !known.includes(name!))).toEqual([]);
});
