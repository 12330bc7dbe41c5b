// Result tables of psql, mysql and sqlite3: removes borders and padding, keeps every row and the row count.
import type { Filter, FilterInput } from '../../filter.ts';
import { capRows } from '../../stages/cap-rows.ts';

const RULE_ONLY = /^[-=+┌┬┐├┼┤└┴┘─═│╭╮╰╯|: ]+$/;
/** Two expressions instead of one: as one, they would try every way to split a long rule. */
const isRule = (line: string): boolean => RULE_ONLY.test(line) && /--|──|==/.test(line);
const RECORD = /^-\[ RECORD \d+ \][-+]*$|^\*{10,} \d+\. row \*{10,}$/;
const BAR = /[|│]/;

/** Cells without padding, `|` between them; the outer borders of mysql go. */
function squeezeRow(line: string): string {
  const inner = /^[|│]/.test(line) ? line.replace(/[|│]$/, '').slice(1) : line;
  return inner
    .split(BAR)
    .map((cell) => cell.trim())
    .join('|');
}

/** `psql -x`: records with the same fields become rows under one heading. */
function recordsAsRows(lines: readonly string[]): string[] | null {
  const rows: string[][] = [];
  const heads: string[][] = [];
  const others: string[] = [];
  for (const line of lines) {
    const at = line.indexOf('|');
    if (RECORD.test(line)) {
      rows.push([]);
      heads.push([]);
    } else if (rows.length > 0 && at > 0) {
      heads.at(-1)?.push(line.slice(0, at).trim());
      rows.at(-1)?.push(line.slice(at + 1).trim());
    } else if (line !== '') others.push(line);
  }
  const title = heads[0]?.join('|');
  if (rows.length < 3 || !heads.every((names) => names.join('|') === title)) return null;
  // a value over several lines, or with a bar of its own, would not fit into a row
  if (others.length > 1 || rows.some((cells) => cells.some((cell) => /[|+]$|\|/.test(cell)))) return null;
  return [title as string, ...rows.map((cells) => cells.join('|')), ...others, `(${rows.length} records)`];
}

/** One column, as `explain` prints it: the heading without its padding, no rule, half the indentation. */
function oneColumn(lines: readonly string[]): string[] | null {
  if (!/^-{4,}$/.test(lines[1] ?? '') || BAR.test(lines[0] ?? '')) return null;
  const body = lines.slice(2).map((line) => line.replace(/^ +/, (blanks) => ' '.repeat(Math.ceil(blanks.length / 3))));
  return [(lines[0] as string).trim(), ...body.filter((line) => line !== '')];
}

function apply(input: FilterInput): readonly string[] | null {
  const { lines, tick, cut } = input;
  if (lines.some((line) => RECORD.test(line))) {
    const rows = recordsAsRows(lines);
    if (rows !== null) return rows;
  }
  const result: string[] = [];
  let columns = 0;
  let rows = 0;
  // without a rule it is unaligned output, whose blanks are its own
  let ruled = false;
  for (let i = 0; i < lines.length; i++) {
    tick();
    const line = lines[i] as string;
    if (RECORD.test(line)) {
      columns = -1;
      ruled = true;
      result.push(line.replace(/^-\[ (RECORD \d+) \].*$/, '[$1]').replace(/^\*+ (\d+)\. row \*+$/, '[$1. row]'));
    } else if (columns === -1 && line !== '') {
      result.push(line.replace(/^(\s*\S+) *\| ?/, '$1|').replace(/^ +(\w+): /, '$1: '));
      rows++;
    } else if (isRule(line)) {
      // the heading stands above the rule (psql) or between two (mysql)
      ruled = true;
      if (columns === 0) columns = barsIn(lines[i - 1] ?? '') || barsIn(lines[i + 1] ?? '');
    } else if (line === '' || /^\(\d+ rows?\)$|^\d+ rows? in set/.test(line)) {
      columns = 0;
      result.push(line);
    } else if (BAR.test(line)) {
      if (columns > 0 && barsIn(line) !== columns) return null;
      // a cell over several lines, or one that begins with blanks of its own
      if (/\+\s*(?:\||$)/.test(line) && columns > 0) return null;
      rows++;
      result.push(squeezeRow(line));
    } else {
      columns = 0;
      result.push(line);
    }
  }
  if (rows === 0) return oneColumn(lines);
  if (!ruled) return null;
  const filled = result.filter((line) => line !== '');
  const capped = capRows(filled, cut);
  // “As above” needs what stood above.
  return capped.length === filled.length ? sayOnce(filled) : capped;
}

const FEWEST_ROWS = 8;
const TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d.*)$/;

/** In a table of many rows, a column that never changes stands in the heading, and a day is said where it begins. */
function sayOnce(lines: readonly string[]): string[] {
  const result: string[] = [];
  for (let start = 0; start < lines.length; ) {
    const cells = barsIn(lines[start] as string);
    let end = start + 1;
    while (end < lines.length && cells > 1 && barsIn(lines[end] as string) === cells) end++;
    const table = lines.slice(start, end);
    result.push(...(table.length > FEWEST_ROWS ? shortenTable(table.map((line) => line.split(BAR))) : table));
    start = end;
  }
  return result;
}

function shortenTable([heads = [], ...rows]: readonly string[][]): string[] {
  const same = heads.map((_, i) => i > 0 && rows[0]?.[i] !== '' && rows.every((row) => row[i] === rows[0]?.[i]));
  const dated = heads.map((_, i) => !same[i] && rows.every((row) => TIMESTAMP.test(row[i] as string)));
  const title = heads.map((head, i) => {
    if (same[i]) return `${head}=${rows[0]?.[i]}`;
    return dated[i] ? `${head} (day: as above unless said)` : head;
  });
  const cellAt = (row: readonly string[], i: number, before: readonly string[] | undefined): string => {
    const cell = row[i] as string;
    const [, day, time] = (dated[i] && TIMESTAMP.exec(cell)) || [];
    return time !== undefined && before?.[i]?.startsWith(`${day} `) ? time : cell;
  };
  const written = rows.map((row, at) =>
    row
      .map((_, i) => cellAt(row, i, rows[at - 1]))
      .filter((_, i) => !same[i])
      .join('|'),
  );
  return [title.join('|'), ...written];
}

/** How many cells the bars of a line make; 0 without any. */
function barsIn(line: string): number {
  const cells = line.split(BAR).length;
  return cells === 1 ? 0 : cells;
}

/** `aws --output table`: titles span the columns, so only padding and rules go. */
export const awsTable: Filter = {
  name: 'aws-table',
  matches: ({ program }) => /^(?:aws|az)$/.test(program),
  apply: ({ lines }) => {
    if (!lines.every((line) => line === '' || isRule(line) || /^\|.*\|$/.test(line))) return null;
    return lines.filter((line) => !isRule(line) && line !== '').map(squeezeRow);
  },
};

export const borderedTable: Filter = {
  name: 'sql-table',
  matches: ({ program }) =>
    /^(?:psql|mysql|mariadb|sqlite3|sqlite|cockroach|clickhouse-client|duckdb|pgcli|mycli)$/.test(program),
  apply,
};
