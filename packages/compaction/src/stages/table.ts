// Aligned tables: finds columns by the blanks that all rows share, squeezes padding, states a column with one value
// once.

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const WIDEST = 1_000;
const FEWEST_ROWS = 3;

/**
 * The columns of lines that are aligned under a header, or null. A line that overruns its column only spoils itself.
 */
export function readTable(lines: readonly string[]): Table | null {
  const filled = lines.filter((line) => line !== '');
  if (filled.length < FEWEST_ROWS + 1) return null;
  const header = filled[0] as string;
  if (header.length > WIDEST || !/\S\s+\S/.test(header) || header.includes('\t')) return null;

  const used = new Uint8Array(WIDEST + 1);
  for (const line of filled) {
    const end = Math.min(line.length, WIDEST);
    for (let i = 0; i < end; i++) if (line.charCodeAt(i) !== 32) used[i] = 1;
  }
  const starts: number[] = [];
  for (let i = 0; i < header.length; i++) {
    // a column begins after a gap that all rows share, and has a word in the header somewhere in it
    if (used[i] && (i === 0 || !used[i - 1])) starts.push(i);
  }
  const columns = mergeTitles(mergeUntitled(starts, header), header, filled);
  if (columns.length < 2) return null;
  const cells = (line: string) => columns.map((start, i) => line.slice(start, columns[i + 1] ?? line.length).trim());
  return { header: cells(header), rows: filled.slice(1).map(cells) };
}

/** Blanks that happen to line up inside a text column are no border: the header has no word there. */
function mergeUntitled(starts: readonly number[], header: string): number[] {
  const columns: number[] = [];
  starts.forEach((start, i) => {
    const title = header.slice(start, starts[i + 1] ?? header.length).trim();
    if (title !== '' || columns.length === 0) columns.push(start);
  });
  return columns;
}

/** `Depended by` over one column: a single blank, where all other titles are further apart and no row has a cell. */
function mergeTitles(starts: readonly number[], header: string, lines: readonly string[]): readonly number[] {
  const isClose = (start: number): boolean => start > 1 && header[start - 1] === ' ' && header[start - 2] !== ' ';
  const isEmpty = (start: number, end: number): boolean =>
    lines.every((line, at) => at === 0 || line.slice(start, end).trim() === '');
  const close = starts.filter((start) => isClose(start));
  if (close.length !== 1 || starts.length < 3) return starts;
  const [start] = close as [number];
  const end = starts[starts.indexOf(start) + 1] ?? WIDEST;
  return isEmpty(start, end) ? starts.filter((one) => one !== start) : starts;
}

/** One line per row with one or two blanks between cells; `-` stands for an empty cell, so that no cell moves. */
export function writeTable({ header, rows }: Table): string[] {
  // leaving out a column of single characters would save too little
  const varying = header.map(
    (_, i) => rows.length < 5 || rows[0]?.[i]?.length === 1 || rows.some((row) => row[i] !== rows[0]?.[i]),
  );
  const shown = header.map((_, i) => i).filter((i) => varying[i]);
  if (shown.length === 0) return rows.map((row) => row.join('  '));
  const last = shown[shown.length - 1] as number;
  const spaced = shown.some((i) => i !== last && rows.some((row) => (row[i] ?? '').includes(' ')));
  const separator = spaced ? '  ' : ' ';
  const write = (row: readonly string[]) => {
    const cells = shown.map((i) => row[i] || '-');
    while (cells.length > 1 && cells[cells.length - 1] === '-') cells.pop();
    return cells.join(separator);
  };
  // a column with one value is stated in the heading, at its place
  const words = (i: number) => (spaced || i === last ? (header[i] ?? '') : (header[i] ?? '').replace(/ /g, '_'));
  const title = header.map((_, i) => (varying[i] ? words(i) : `${words(i)}=${rows[0]?.[i] || '-'}`)).join(separator);
  return [title, ...rows.map(write)];
}

/** Rows whose first cells contain no blanks: split at blanks, the last cell takes the rest. */
export function splitCells(line: string, count: number): string[] {
  const cells: string[] = [];
  let at = 0;
  while (cells.length < count - 1) {
    while (line.charCodeAt(at) === 32 || line.charCodeAt(at) === 9) at++;
    if (at >= line.length) break;
    let end = at;
    while (end < line.length && line.charCodeAt(end) !== 32 && line.charCodeAt(end) !== 9) end++;
    cells.push(line.slice(at, end));
    at = end;
  }
  const rest = line.slice(at).trim();
  if (rest !== '') cells.push(rest);
  return cells;
}
