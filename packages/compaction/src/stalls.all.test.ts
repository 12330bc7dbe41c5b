import { Session } from 'node:inspector/promises';
import { LIMITS } from '@synapse/contract';
import { describe, expect, it } from 'vitest';
import { CASE_SETS, readCases } from '../../../test/compaction/corpus-case.ts';
import { pathologicalText, randomSource } from '../../../test/compaction/pathological-text.ts';
import { workClock } from './budget.ts';
import { understandCommand } from './command.ts';
import { compact } from './compact.ts';
import type { FilterInput } from './filter.ts';
import { cutMarker } from './marker.ts';
import { FILTERS, SHAPES } from './registry.ts';
import { cleanLines } from './stages/clean-lines.ts';

/** `SYNAPSE_FUZZ_TEXTS=2000 npx vitest run …/stalls.test.ts` searches for longer. */
const TEXTS = Number(process.env.SYNAPSE_FUZZ_TEXTS ?? 18);
const SEED = Number(process.env.SYNAPSE_FUZZ_SEED ?? 1);
/** The longest text that is compacted in the serving process. */
const SIZE = LIMITS.textWork.inlineChars;
/** Blocks of code per character. At a few nanoseconds each, a text of that size takes a few milliseconds at most. */
const STEPS_PER_CHAR = 20;
const STEPS_AT_LEAST = 50_000;
/**
 * Blocks do not count the time in regular expressions. Four times the text may take little more than four times as
 * long.
 */
const TIMES = 4;
const MOST_GROWTH = TIMES * 2;
/** Both texts are longer here, and times below this are noise: the clock of a thread's own work is coarse. */
const LARGE = SIZE * 8;
const NOISE_MS = 8;
const MOST_ROUNDS = 40;

const commands = [...new Set(CASE_SETS.flatMap((set) => readCases(set)).map(({ command }) => command))];
const all = [...FILTERS, ...SHAPES];

function inputOf(text: string, commandLine: string): FilterInput {
  const known = understandCommand(commandLine);
  const command =
    known === null || typeof known === 'symbol' || typeof known === 'string'
      ? { program: 'x', args: [], sub: '', rest: [], through: [] }
      : known;
  return {
    command,
    exitCode: 1,
    lines: cleanLines(text),
    cut: cutMarker('id'),
    tick: () => undefined,
    as: () => null,
  };
}

/** What to do with one text: the whole compaction with some command, and each filter and shape by itself. */
function worksOn(seed: number, size: number): { what: string; work: () => unknown }[] {
  const random = randomSource(seed);
  const text = pathologicalText(seed).make(size);
  const command = commands[random(commands.length)] as string;
  const input = inputOf(text, command);
  const request = { command, exitCode: random(2), stdout: text, recovery: 'id', now: () => 0 };
  return [
    { what: `compact ${command}`, work: () => compact(request) },
    ...all.map(({ name, apply }) => ({
      what: name,
      work: () => {
        try {
          return apply(input);
        } catch {
          return null;
        }
      },
    })),
  ];
}

describe('no text of any kind is expensive', () => {
  it('by the steps that a small one takes', { timeout: 300_000 + TEXTS * 2_000 }, async () => {
    const session = new Session();
    session.connect();
    const found: string[] = [];
    let most = 0;
    try {
      await session.post('Profiler.enable');
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
      for (let seed = SEED; seed < SEED + TEXTS; seed++) {
        const works = worksOn(seed, SIZE);
        await session.post('Profiler.takePreciseCoverage');
        const stepsOf = async (some: typeof works): Promise<number> => {
          for (const { work } of some) work();
          const { result } = await session.post('Profiler.takePreciseCoverage');
          let steps = 0;
          for (const { url, functions } of result) {
            if (!url.includes('/compaction/') || url.includes('.test.')) continue;
            for (const { ranges } of functions) for (const { count } of ranges) steps += count;
          }
          return steps;
        };
        const allowed = Math.max(STEPS_AT_LEAST, SIZE * STEPS_PER_CHAR);
        // Run one by one only where all together cost much: reading the counts takes longer than the work.
        if ((await stepsOf(works)) <= allowed) continue;
        for (const one of works) {
          const steps = await stepsOf([one]);
          most = Math.max(most, steps);
          if (steps > allowed)
            found.push(`${one.what} on ${pathologicalText(seed).kind} (seed ${seed}): ${steps} steps`);
        }
      }
    } finally {
      session.disconnect();
    }
    if (process.env.SYNAPSE_FUZZ_TEXTS !== undefined) console.info(`most steps of one: ${most}`);
    expect(found).toEqual([]);
  });

  it('by how its time grows', { timeout: 300_000 + TEXTS * 2_000 }, () => {
    const timed = (work: () => unknown): number => {
      const before = workClock();
      work();
      return workClock() - before;
    };
    const found: string[] = [];
    for (let seed = SEED; seed < SEED + TEXTS; seed++) {
      const large = worksOn(seed, LARGE);
      const slow = large
        .map((one, at) => ({ ...one, at, ms: timed(one.work) }))
        .filter(({ ms }) => ms > NOISE_MS * MOST_GROWTH);
      if (slow.length === 0) continue;
      const small = worksOn(seed, LARGE / TIMES);
      for (const { what, work, at } of slow) {
        // A computer that is busy with something else is slow for a while. A text that is expensive always is.
        let [ms, before, rounds] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
        const grows = () => ms > Math.max(before, NOISE_MS) * MOST_GROWTH;
        do {
          ms = Math.min(ms, timed(work));
          before = Math.min(before, timed(small[at]!.work));
          rounds += 1;
        } while (rounds < 3 || (grows() && rounds < MOST_ROUNDS));
        if (grows())
          found.push(`${what} on ${pathologicalText(seed).kind} (seed ${seed}): ${before} ms, then ${ms} ms`);
      }
    }
    expect(found).toEqual([]);
  });
});
