// Aligned tables with a heading: removes padding and empty columns, states columns with one value once.

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Cells by the offsets at which the heading's columns begin. Null when a row does not fit under it. */
export function readColumns(heading: string, lines: readonly string[]): Table | null {
  if (heading.includes('\t')) return cellsByTab(heading, lines);
  const starts: number[] = [];
  for (const match of heading.matchAll(/\S+(?: \S+)*/g)) starts.push(match.index);
  return starts.length < 2 ? null : cellsAt(starts, heading, lines);
}

function cellsByTab(heading: string, lines: readonly string[]): Table | null {
  const split = (line: string) => line.split('\t').map((cell) => cell.trim());
  const heads = split(heading);
  const rows = lines.map(split);
  return rows.every((row) => row.length <= heads.length) ? { heads, rows } : null;
}

function cellsAt(starts: readonly number[], heading: string, lines: readonly string[]): Table | null {
  const rows: string[][] = [];
  for (const line of lines) {
    const cells: string[] = [];
    for (let i = 0; i < starts.length; i++) {
      const start = starts[i] as number;
      const before = line.charCodeAt(start - 1);
      if (i > 0 && start <= line.length && before !== 32 && before !== 9) return null;
      cells.push(line.slice(start, starts[i + 1]).trim());
    }
    rows.push(cells);
  }
  return { heads: starts.map((start, i) => heading.slice(start, starts[i + 1]).trim()), rows };
}

export interface Squeeze {
  /** Columns that the caller allows to be left out. */
  readonly without?: readonly string[];
  /** How a cell is written. */
  readonly cell?: (value: string, head: string) => string;
}

const EMPTY = '-';
/** From this many rows on, a column that never changes is stated once. */
const SAME_FROM = 3;

/** A blank between cells, or a bar if a cell contains blanks. An empty cell is `-`, or nothing between two bars. */
export function squeezeTable({ heads, rows }: Table, { without = [], cell }: Squeeze = {}): string[] {
  const same: string[] = [];
  const shown: number[] = [];
  heads.forEach((head, i) => {
    if (without.includes(head)) return;
    const first = rows[0]?.[i] ?? '';
    const constant = i > 0 && rows.length >= SAME_FROM && rows.every((row) => row[i] === first);
    if (!constant) shown.push(i);
    else if (first !== '' && first !== '<none>') same.push(`${head} ${cell ? cell(first, head) : first}`);
  });
  const holds = (sign: RegExp) =>
    shown.some((i) => sign.test(heads[i] ?? '') || rows.some((row) => sign.test(row[i] ?? '')));
  const gap = !holds(/\s/) ? ' ' : holds(/\|/) ? '  ' : '|';
  const result = [shown.map((i) => heads[i]).join(gap)];
  for (const row of rows) {
    const cells = shown.map((i) => {
      const value = row[i] ?? '';
      return (cell ? cell(value, heads[i] as string) : value) || (gap === '|' ? '' : EMPTY);
    });
    result.push(cells.join(gap));
  }
  if (same.length > 0) result.push(`(all: ${same.join(', ')})`);
  return result;
}
