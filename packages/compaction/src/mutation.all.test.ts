import { describe, expect, it } from 'vitest';
import { CASE_SETS, type CorpusCase, FIRST_CONTACT, readCases } from '../../../test/compaction/corpus-case.ts';
import { type Random, randomSource } from '../../../test/compaction/pathological-text.ts';
import { plantFact } from '../../../test/compaction/plant-fact.ts';
import { compact } from './compact.ts';

/** `SYNAPSE_MUTATIONS=50000 npx vitest run …/mutation.test.ts` tries for longer. */
const TRIALS = Number(process.env.SYNAPSE_MUTATIONS ?? 1_500);
const SEED = Number(process.env.SYNAPSE_FUZZ_SEED ?? 1);
const LONG = 2_000;
const MOST_LOST = 0.001;

const cases = [...CASE_SETS, ...FIRST_CONTACT]
  .flatMap((set) => readCases(set))
  .filter(({ stdout }) => stdout.length > LONG);

function trial(one: CorpusCase, random: Random): { kind: string; fact: string; text: string } | null {
  const planted = plantFact(one.stdout, random);
  if (planted === null) return null;
  const stdout = planted.stdout;
  // a clock that stands still: how fast the computer is decides nothing here
  const { text } = compact({ command: one.command, exitCode: one.exitCode, stdout, recovery: 'id', now: () => 0 });
  return { kind: planted.kind, fact: planted.fact, text };
}

describe('a fact planted anywhere in a long output', () => {
  it('is still there, and is never gone without a marker', { timeout: 60_000 + TRIALS * 20 }, () => {
    const random = randomSource(SEED);
    const counts = new Map<string, { tried: number; lost: number }>();
    const unmarked: string[] = [];
    const lost: string[] = [];
    for (let n = 0; n < TRIALS; n++) {
      const one = cases[random(cases.length)] as CorpusCase;
      const result = trial(one, random);
      if (result === null) continue;
      const { kind, fact, text } = result;
      const count = counts.get(kind) ?? { tried: 0, lost: 0 };
      counts.set(kind, count);
      count.tried++;
      if (text.includes(fact)) continue;
      count.lost++;
      lost.push(`${one.name}: ${kind} ${fact}`);
      if (!/… .*left out/.test(text)) unmarked.push(`${one.name}: ${kind} ${fact}`);
    }
    const tried = [...counts.values()].reduce((sum, count) => sum + count.tried, 0);
    if (process.env.SYNAPSE_MUTATIONS !== undefined) console.info(Object.fromEntries(counts), lost.slice(0, 50));
    expect(unmarked).toEqual([]);
    // not every output has a series to plant a number or a name in
    expect(tried).toBeGreaterThan(TRIALS / 3);
    // one in a small sample says nothing about one in a thousand
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(Math.max(1, tried * MOST_LOST));
  });
});
