import { Session } from 'node:inspector/promises';
import { describe, expect, it } from 'vitest';
import { CASE_SETS, type CorpusCase, FIRST_CONTACT, readCases } from '../../../test/compaction/corpus-case.ts';
import { compact } from './compact.ts';

/** Characters of the small input. The large one repeats the same text. */
const SMALL = 40_000;
const TIMES = 4;
/** How many cases of each filter are tried. */
const PER_FILTER = 2;
/** This many are enough. */
const ENOUGH = 3;
/** Work per character may not grow by more than this. */
const MOST_GROWTH = TIMES * 1.3;

/** How many blocks of the compaction's own code ran: a measure of work that does not depend on the machine's load. */
async function countSteps(session: Session, work: () => unknown): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  let steps = 0;
  for (const { url, functions } of result) {
    if (!url.includes('/compaction/') || url.includes('.test.')) continue;
    for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  }
  return steps;
}

/** The longest cases of every filter and shape. */
function chosenCases(): CorpusCase[] {
  const byFilter = new Map<string, CorpusCase[]>();
  for (const one of [...CASE_SETS, ...FIRST_CONTACT].flatMap((set) => readCases(set))) {
    const filter = one.filter ?? '';
    if (one.stdout !== '') byFilter.set(filter, [...(byFilter.get(filter) ?? []), one]);
  }
  const length = ({ stdout }: CorpusCase) => stdout.length;
  return [...byFilter.values()].flatMap((cases) => cases.sort((a, b) => length(b) - length(a)).slice(0, PER_FILTER));
}

function repeated(text: string, size: number): string {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  return whole.repeat(Math.max(1, Math.round(size / whole.length)));
}

describe('work grows in step with the output', () => {
  it('in every filter', async () => {
    const session = new Session();
    session.connect();
    const outgrown: string[] = [];
    try {
      await session.post('Profiler.enable');
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
      for (const { name, command, exitCode, stdout } of chosenCases()) {
        if (outgrown.length >= ENOUGH) break;
        const growthFrom = async (size: number): Promise<number> => {
          const steps = (text: string) =>
            countSteps(session, () => compact({ command, exitCode, stdout: text, recovery: 'growth', now: () => 0 }));
          const [small, large] = [repeated(stdout, size), repeated(stdout, size * TIMES)];
          const before = await steps(small);
          expect(before).toBeGreaterThan(50);
          return ((await steps(large)) / before) * ((small.length * TIMES) / large.length);
        };
        // a cap that only the large input reaches is a step, not a slope: it disappears when both inputs are beyond it
        const growth = (await growthFrom(SMALL)) > MOST_GROWTH ? await growthFrom(SMALL * TIMES) : 0;
        if (growth > MOST_GROWTH) outgrown.push(`${name}: ×${growth.toFixed(1)}`);
      }
    } finally {
      session.disconnect();
    }
    expect(outgrown).toEqual([]);
  });
});
