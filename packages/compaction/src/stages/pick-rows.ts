// Which of many rows of one kind tell the most: both ends, the smallest and the largest of every column, what few rows
// have, and what names a failure.
import { FAILURE_WORDS, head } from '../filter.ts';

const FIRST = 4;
const LAST = 3;
/** Cells beyond this are not compared. */
const MOST_CELLS = 24;
const MOST_FAILURES = 20;
const LARGEST = 3;
const FEW_VALUES = 8;
/** In long runs, one more for so many rows. */
const ROWS_PER_LARGE = 25;
/** A value that at most one row in this many has is rare. */
const RARE = 50;
/** A column in which this share of the rows would stand out is one of names or amounts: none of them does. */
const MOST_STANDING = 0.2;
/** A column with more different forms than this share of its rows holds names. */
const MOST_FORMS = 0.25;
/** A value that so many rows have is the usual one, and any other stands out. */
const USUAL = 0.6;
const DIGIT = /\d/;
const NUMBER = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/i;
/** Counters are mostly zero. If so many are, the others all stand out. */
const ZERO = /^(?:0(?:\.0+)?|-|n\/a|none|no)$/i;
const MANY_ZEROS = 0.4;

/** What a cell is, without its amount. */
export const formOfCell = (cell: string): string => (DIGIT.test(cell) ? cell.replace(/\d+/g, '#') : cell);

/** One byte per row: 1 for those to be shown. */
export function pickRows(rows: readonly string[], separator: string | RegExp): Uint8Array {
  const shown = new Uint8Array(rows.length);
  shown.fill(1, 0, FIRST);
  shown.fill(1, Math.max(0, rows.length - LAST));
  let failures = 0;
  const cells = rows.map((row, i) => {
    const start = head(row).trim();
    if (failures < MOST_FAILURES && FAILURE_WORDS.test(start)) {
      failures++;
      shown[i] = 1;
    }
    return start.split(separator, MOST_CELLS);
  });
  const columns = cells.reduce((most, { length }) => Math.max(most, length), 0);
  for (let column = 0; column < columns; column++) pickInColumn(cells, column, shown);
  for (const i of amongZeros(cells.map((row) => row.at(-1) ?? ''))) shown[i] = 1;
  return shown;
}

/** Where the counters stand that are not zero, if many are. */
export function amongZeros(values: readonly string[]): number[] {
  const others = values.flatMap((value, i) => (ZERO.test(value) ? [] : [i]));
  return others.length <= values.length * (1 - MANY_ZEROS) ? others : [];
}

/** The smallest and the few largest. Numbers that only count up have their ends shown anyway. */
function extremes(numbers: readonly { at: number; number: number }[]): number[] {
  const inOrder = numbers.every(({ number }, i) => i === 0 || number >= (numbers[i - 1]?.number as number));
  if (inOrder) return [];
  const sorted = [...numbers].sort((one, other) => one.number - other.number || other.at - one.at);
  return [...sorted.slice(0, 1), ...sorted.slice(-Math.max(LARGEST, Math.floor(sorted.length / ROWS_PER_LARGE)))].map(
    ({ at }) => at,
  );
}

/** Few values are states: one row of each is enough. */
function showFirstOfEach(cells: readonly (readonly string[])[], column: number, shown: Uint8Array): void {
  const seen = new Set<string>();
  cells.forEach((row, i) => {
    const value = row[column] ?? '';
    if (!seen.has(value)) shown[i] = 1;
    seen.add(value);
  });
}

function pickInColumn(cells: readonly (readonly string[])[], column: number, shown: Uint8Array): void {
  const values = new Map<string, number>();
  const forms = new Map<string, number>();
  const numbers: { at: number; number: number }[] = [];
  cells.forEach((row, i) => {
    const value = row[column] ?? '';
    values.set(value, (values.get(value) ?? 0) + 1);
    const form = formOfCell(value);
    forms.set(form, (forms.get(form) ?? 0) + 1);
    const number = Number(NUMBER.exec(value)?.[0] ?? Number.NaN);
    if (!Number.isNaN(number)) numbers.push({ at: i, number });
  });
  if (values.size <= FEW_VALUES) showFirstOfEach(cells, column, shown);
  else if (numbers.length > cells.length / 2) for (const i of extremes(numbers)) shown[i] = 1;
  for (const [counts, of] of [
    [values, (value: string) => value],
    [forms, formOfCell],
  ] as const) {
    let top = 0;
    for (const count of counts.values()) top = Math.max(top, count);
    const usual = top >= cells.length * USUAL;
    if (!usual && counts.size > cells.length * MOST_FORMS) continue;
    const rare = Math.max(2, Math.floor(cells.length / RARE));
    const standing = cells.flatMap((row, i) => {
      const count = counts.get(of(row[column] ?? '')) ?? 0;
      return count <= rare || (usual && count < top) ? [i] : [];
    });
    if (standing.length > cells.length * MOST_STANDING) continue;
    for (const i of standing) shown[i] = 1;
  }
}
