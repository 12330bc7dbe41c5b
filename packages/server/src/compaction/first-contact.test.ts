import { describe, expect, it } from 'vitest';
import { FIRST_CONTACT, readCases, runCase } from '../../../../test/compaction/corpus-case.ts';

const LONG = 2_000;
/** The mean saving over the long outputs of each half, as measured; it may only grow. */
const LEAST_SAVED = { 'first-contact/build': 0.36, 'first-contact/held-back': 0.2 };
/**
 * The facts are all in the result, but not in one piece: a filter that knows the tool writes the file and the severity
 * once for all findings.
 */
const REGROUPED = new Set(['kotlinc-errors', 'protoc-errors']);

describe.each(FIRST_CONTACT)('%s: programs that no filter was written for', (half) => {
  const results = readCases(half).map((one) => runCase(one));

  it('lose no fact', () => {
    const lost = results.filter(({ problems, case: { name } }) => problems.length > 0 && !REGROUPED.has(name));
    expect(lost.map(({ case: { name }, problems }) => `${name}: ${problems.join(', ')}`)).toEqual([]);
  });

  it('are answered by the filter or shape that their case names', () => {
    const other = results.filter(({ filter, case: one }) => filter !== one.filter);
    expect(other.map(({ filter, case: one }) => `${one.name}: ${filter}`)).toEqual([]);
  });

  it('are smaller', () => {
    const long = results.filter(({ rawChars }) => rawChars > LONG);
    const saved = long.reduce((sum, { rawChars, chars }) => sum + (rawChars - chars) / rawChars, 0) / long.length;
    expect(saved).toBeGreaterThan(LEAST_SAVED[half]);
  });
});
