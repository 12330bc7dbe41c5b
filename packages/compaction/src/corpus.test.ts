import { describe, expect, it } from 'vitest';
import { CASE_SETS, type CaseResult, holds, readCases, runCase } from '../../../test/compaction/corpus-case.ts';
import { stripAnsi } from './stages/clean-lines.ts';

const saved = ({ rawChars, chars }: CaseResult) => (rawChars === 0 ? 0 : (rawChars - chars) / rawChars);

/** Cases that are allowed to be larger than the original, and why that is right. */
const LARGER_FOR_A_REASON: Record<string, string> = {};

describe.each(CASE_SETS)('the facts of %s survive', (set) => {
  const cases = readCases(set);

  it('there are cases', () => {
    expect(cases.length).toBeGreaterThan(20);
  });

  it.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const { problems, filter } = runCase(one);
    expect(problems).toEqual([]);
    expect(filter).toBe(one.filter);
  });

  it('most characters are saved', () => {
    const results = cases.map((one) => runCase(one));
    const raw = results.reduce((sum, { rawChars }) => sum + rawChars, 0);
    const returned = results.reduce((sum, { chars }) => sum + chars, 0);
    expect(1 - returned / raw).toBeGreaterThan(0.7);
    expect(results.reduce((sum, result) => sum + saved(result), 0) / results.length).toBeGreaterThan(0.47);
  });
});

describe('cases whose facts came first', () => {
  const cases = readCases('facts-first');

  it('are many', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
  });

  it.each(cases.map((one) => [one.name, one] as const))('%s: its facts are in the output, and several', (_, one) => {
    // a fact that asks for the mark of a cut cannot be in an output that was not cut
    const asksForMark = (fact: string) => fact.includes('left out|');
    expect(one.keep.filter((fact) => !asksForMark(fact) && !holds(stripAnsi(one.stdout), fact))).toEqual([]);
    expect(one.never.filter((fact) => holds(stripAnsi(one.stdout), fact))).toEqual([]);
    expect(one.keep.length + one.never.length).toBeGreaterThan(0);
  });
});

describe('beside the original', () => {
  it('is at its goal wherever there is one', () => {
    const missed = readCases('corpus')
      .map((one) => runCase(one))
      .filter(({ case: one, chars }) => one.goal !== null && chars > one.goal)
      .map(({ case: one }) => one.name);
    expect(missed).toEqual([]);
  });

  it('is larger only with a reason', () => {
    const larger = readCases('corpus')
      .filter(({ rtk, rtkLost }) => rtk !== null && rtkLost === 0)
      .map((one) => runCase(one))
      .filter(({ case: one, chars }) => chars > (one.rtk as number))
      .map(({ case: one }) => one.name);
    expect(larger.length).toBeLessThanOrEqual(3);
    expect(larger.filter((name) => LARGER_FOR_A_REASON[name] === undefined)).toEqual([]);
  });
});
