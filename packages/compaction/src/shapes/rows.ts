// Long runs of rows of one kind in any output: their ends and what stands out stay, the others are counted.
import { FAILURE_WORDS, type FilterInput, type Shape } from '../filter.ts';
import { formOfCell, pickRows } from '../stages/pick-rows.ts';
import { withoutBoxes } from './box-table.ts';
import { charsOf, layOut } from './padding.ts';

/** Shorter lists are shown whole. */
const FEWEST_ROWS = 101;
const FEWEST_CHARS = 1_500;
const LONGEST_ROW = 600;
/** On average. Shorter lines have no columns. */
const SHORTEST_ROW = 8;
const MOST_LINES = 20_000;
const LEAST_SAVED = 0.05;
/** Of the cells of rows of one kind, this share are amounts, paths, or words that other rows have too. */
const ROWLIKE = 0.7;
const COMMON = 0.1;
/** Findings, failures and the names of files are worth reading one by one. */
const MOST_FINDINGS = 0.3;
const FILE = /\/[\w.-]*[A-Za-z]|\w\.[a-z]{1,5}$/;
const MOST_NAMES = 0.2;
const OWN_NAME = /^(?:name|id|key)=/i;
const TIME = /(?<![\w.:])\d{1,2}:\d\d(?::\d\d)?/g;
const PLACE = /[A-Za-z_)]:\d+|\bline \d+|\(\d+,\d+\)/;

interface Row {
  readonly cells: readonly string[];
  readonly isDeep: boolean;
}

const COMMAS = /^[^\s,]*(?:,[^,]*){3}/;
const separatorOf = (line: string): string | RegExp => (COMMAS.test(line) ? ',' : /[ \t|]+/);

function readRow(line: string): Row | null {
  if (line === '' || line.length > LONGEST_ROW) return null;
  return { cells: line.trim().split(separatorOf(line), 40), isDeep: /^\s/.test(line) };
}

/** Rows of one kind have as many cells, or begin alike. */
function follows(row: Row, before: Row): boolean {
  if (row.cells.length < 2 || before.cells.length < 2 || row.isDeep !== before.isDeep) return false;
  if (Math.abs(row.cells.length - before.cells.length) <= 1) return true;
  return formOfCell(row.cells[0] as string) === formOfCell(before.cells[0] as string);
}

const namesProblem = (line: string): boolean => FAILURE_WORDS.test(line) || PLACE.test(line.replace(TIME, ''));

/** `key_f1=… key_f2=…`, `name="f1"`: what has a name of its own is looked up by it. */
function haveOwnNames(rows: readonly Row[]): boolean {
  const names = rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => (OWN_NAME.test(cell) ? cell : (/^([A-Za-z_][\w.-]*)=/.exec(cell)?.[1] ?? []))),
  );
  return names.length >= rows.length && new Set(names).size > names.length * MOST_NAMES;
}

function areRows(lines: readonly string[], rows: readonly Row[]): boolean {
  const single = rows.filter(
    ({ cells }, i) => cells.some((cell) => FILE.test(cell)) || namesProblem(lines[i] as string),
  ).length;
  if (single > lines.length * MOST_FINDINGS || haveOwnNames(rows)) return false;
  const counts = new Map<string, number>();
  for (const { cells } of rows)
    for (const cell of new Set(cells.map(formOfCell))) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const common = Math.max(3, rows.length * COMMON);
  let all = 0;
  let known = 0;
  for (const { cells } of rows) {
    all += cells.length;
    for (const cell of cells) if (/[\d/]/.test(cell) || (counts.get(formOfCell(cell)) ?? 0) >= common) known++;
  }
  return known >= all * ROWLIKE;
}

/** Null when there are no such runs. */
export function thinRows(lines: readonly string[], { cut, tick }: Pick<FilterInput, 'cut' | 'tick'>): string[] | null {
  if (lines.length > MOST_LINES) return null;
  const rows = lines.map((line) => readRow(line));
  tick();
  const result: string[] = [];
  let left = 0;
  let all = 0;
  for (let start = 0; start < lines.length; ) {
    let end = start + 1;
    while (end < lines.length && rows[start] && rows[end] && follows(rows[end] as Row, rows[end - 1] as Row)) end++;
    const run = lines.slice(start, end);
    if (run.length < FEWEST_ROWS || !areRows(run, rows.slice(start, end) as Row[])) result.push(...run);
    else {
      tick();
      all += run.length;
      left += writeRun(run, result);
    }
    start = end;
  }
  return left === 0 ? null : [...result, cut(left, `of ${all} rows`)];
}

/** How many were left out. */
function writeRun(run: readonly string[], result: string[]): number {
  const shown = pickRows(run, separatorOf(run[0] as string));
  let left = 0;
  for (let i = 0; i < run.length; ) {
    let end = i;
    while (end < run.length && !shown[end]) end++;
    // a single row says more than the note that it is missing
    if (end - i === 1) result.push(run[i] as string);
    else if (end > i) {
      result.push(`… ${end - i} rows`);
      left += end - i;
    }
    if (end < run.length) result.push(run[end] as string);
    i = end + 1;
  }
  return left;
}

export const rowsShape: Shape = {
  name: 'rows',
  apply: (input) => {
    const { lines } = input;
    const size = charsOf(lines);
    if (lines.length < FEWEST_ROWS || size < Math.max(FEWEST_CHARS, lines.length * SHORTEST_ROW)) return null;
    const thinned = thinRows(withoutBoxes(lines) ?? lines, input);
    if (thinned === null) return null;
    const result = layOut(thinned);
    return charsOf(result) < size * (1 - LEAST_SAVED) ? result : null;
  },
};
