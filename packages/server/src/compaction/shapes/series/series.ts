// Any output in which lines or blocks repeat in form: the form is said once, and what varies stays.
import type { FilterInput, Shape } from '../../filter.ts';
import { withoutBoxes } from '../box-table.ts';
import { charsOf, layOut } from '../padding.ts';
import { cutProse } from '../prose-tails.ts';
import { findRuns, type Run } from './find-runs.ts';
import { mergeRecords } from './merge-records.ts';
import { depthOf, formOf, hasPlace, type LineForm } from './word-form.ts';

const FEWEST_LINES = 8;
const FEWEST_CHARS = 1_500;
const MOST_LINES = 20_000;
/** On average. Shorter lines are hardly more than their values. */
const SHORTEST_LINE = 16;
const LEAST_SAVED = 0.05;

interface Block {
  readonly start: number;
  readonly end: number;
}

interface Text {
  readonly lines: readonly string[];
  /** Null for a line that is not compared. */
  readonly forms: readonly (LineForm | null)[];
  readonly keys: readonly string[];
  readonly depths: readonly number[];
  readonly runs: readonly Run[];
}

const EMPTY: LineForm = { indent: '', words: [], key: ' ' };

function readText(lines: readonly string[], { tick }: FilterInput): Text {
  const forms = lines.map((line, i) => {
    if ((i & 1023) === 0) tick();
    return line === '' ? EMPTY : formOf(line);
  });
  const keys = forms.map((form) => form?.key ?? '');
  // an empty line is as deep as can be: no record begins with it
  const depths = lines.map((line) => (line === '' ? Number.MAX_SAFE_INTEGER : depthOf(line)));
  tick();
  return { lines, forms, keys, depths, runs: findRuns(keys, depths) };
}

/** Only what follows one another is merged, so that every line keeps its place. Null when nothing is alike. */
function mergeAll(text: Text, { cut }: FilterInput): string[] | null {
  const { lines, forms } = text;
  /** What stands at a line instead of itself. */
  const written = new Map<number, readonly string[]>();
  const gone = new Uint8Array(lines.length);
  const merge = (blocks: readonly Block[], everyOne: boolean) => {
    const merged = mergeRecords(
      blocks.map(({ start, end }) => forms.slice(start, end) as LineForm[]),
      cut,
      everyOne,
    );
    if (merged === null) return;
    written.set(blocks[0]?.start as number, merged);
    for (const { start, end } of blocks) gone.fill(1, start, end);
  };
  for (const run of text.runs) merge(blocksOfRun(run), hasPlace(lines[run.start] as string));
  if (written.size === 0) return null;
  const result: string[] = [];
  lines.forEach((line, i) => {
    const instead = written.get(i);
    if (instead !== undefined) result.push(...instead);
    else if (!gone[i]) result.push(line);
  });
  return result;
}

const blocksOfRun = ({ start, period, records }: Run): Block[] =>
  Array.from({ length: records }, (_, i) => ({
    start: start + i * period,
    end: start + (i + 1) * period,
  }));

export const seriesShape: Shape = {
  name: 'series',
  apply: (input) => {
    const { lines, cut, tick } = input;
    if (lines.length < FEWEST_LINES || lines.length > MOST_LINES) return null;
    const size = charsOf(lines);
    if (size < FEWEST_CHARS || size < lines.length * SHORTEST_LINE) return null;
    const text = readText(withoutBoxes(lines) ?? lines, input);
    tick();
    const merged = mergeAll(text, input);
    tick();
    if (merged === null) return null;
    const result = layOut(cutProse(merged, cut) ?? merged);
    return charsOf(result) < size * (1 - LEAST_SAVED) ? result : null;
  },
};
