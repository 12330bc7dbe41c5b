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

interface Text {
  readonly lines: readonly string[];
  /** Null for a line that is not compared. */
  readonly forms: readonly (LineForm | null)[];
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
  return { lines, forms, runs: findRuns(keys, depths) };
}

/** What follows one another is merged where it stands: nothing changes its place. Null when nothing is alike. */
function mergeAll({ lines, forms, runs }: Text, { cut }: FilterInput): string[] | null {
  const result: string[] = [];
  let done = 0;
  let merged = false;
  for (const { start, period, records } of runs) {
    const end = start + records * period;
    const forMerging = Array.from({ length: records }, (_, i) =>
      forms.slice(start + i * period, start + (i + 1) * period),
    ) as LineForm[][];
    const instead = mergeRecords(forMerging, cut, hasPlace(lines[start] as string));
    merged ||= instead !== null;
    result.push(...lines.slice(done, start), ...(instead ?? lines.slice(start, end)));
    done = end;
  }
  return merged ? [...result, ...lines.slice(done)] : null;
}

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
