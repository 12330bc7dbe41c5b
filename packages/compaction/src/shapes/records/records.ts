// Outputs that say the same keys again and again: records of one kind become rows under their keys.
import { FAILURE_WORDS, type FilterInput, head, type Shape } from '../../filter.ts';
import { charsOf, layOut } from '../padding.ts';
import { type Block, readBlocks } from './read-records.ts';
import { ofOneKind, writeRecords } from './write-records.ts';

const FEWEST_LINES = 12;
const FEWEST_CHARS = 1_500;
const MOST_LINES = 20_000;
const LEAST_SAVED = 0.05;
/** What the rows of one run of records must save. */
const LEAST_GAIN = 0.2;

/** Records that follow one another and begin with the same key. */
function readRuns(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = [];
  for (const block of blocks) {
    const run = runs.at(-1);
    const before = run?.at(-1)?.fields;
    const isLike = before?.[0] !== undefined && block.fields?.[0]?.key === before[0].key;
    if (run !== undefined && isLike && overlap(before, block.fields ?? []) >= LEAST_ALIKE) run.push(block);
    else runs.push([block]);
  }
  return runs;
}

const LEAST_ALIKE = 0.6;

function overlap(one: NonNullable<Block['fields']>, other: NonNullable<Block['fields']>): number {
  const keys = new Set(one.map(({ key }) => key));
  return other.filter(({ key }) => keys.has(key)).length / Math.max(one.length, other.length);
}

/** Null when the run is not worth it. What names a failure, or has keys of its own, stays as it is, in its place. */
function writeRun(run: readonly Block[], lines: readonly string[]): string[] | null {
  const textOf = ({ start, end }: Block): readonly string[] => lines.slice(start, end);
  const quiet = run.filter((block) => !textOf(block).some((line) => FAILURE_WORDS.test(head(line))));
  const fits = ofOneKind(quiet.map(({ fields }) => fields ?? []));
  const alike = quiet.filter((_, i) => fits[i]);
  const written = writeRecords(alike.map(({ fields }) => fields ?? []));
  if (written === null) return null;
  const rows = new Map(alike.map((block, i) => [block, written.rows[i] as string]));
  const result: string[] = [];
  for (const block of run) {
    const row = rows.get(block);
    if (block === alike[0]) result.push(...written.heading);
    if (row === undefined) result.push('', ...textOf(block));
    else result.push(row);
  }
  const before = run.reduce((sum, block) => sum + charsOf(textOf(block)), 0);
  return charsOf(result) < before * (1 - LEAST_GAIN) ? [...result, ''] : null;
}

export function rowsOfRecords(lines: readonly string[]): string[] | null {
  const result: string[] = [];
  let found = false;
  for (const run of readRuns(readBlocks(lines))) {
    const written = writeRun(run, lines);
    found ||= written !== null;
    result.push(...(written ?? lines.slice(run[0]?.start, run.at(-1)?.end)));
  }
  return found ? result : null;
}

export const recordsShape: Shape = {
  name: 'records',
  apply: ({ lines, tick }: FilterInput) => {
    const size = charsOf(lines);
    if (lines.length < FEWEST_LINES || lines.length > MOST_LINES || size < FEWEST_CHARS) return null;
    const rows = rowsOfRecords(lines);
    tick();
    const result = rows === null ? null : layOut(rows);
    return result !== null && charsOf(result) < size * (1 - LEAST_SAVED) ? result : null;
  },
};
