// Records of one kind as rows: the keys once, what is the same in all of them once, and one line for each of the others.
import type { Field } from './read-records.ts';

type Fields = readonly Field[];

const FEWEST = 3;
/** A key that fewer records have makes them records of another kind. */
const LEAST_SHARE = 0.5;
const MISSING = '–';
const SEPARATORS = ['|', '¦', '⁞'];
/** Where a cell stands in what all have in common. */
const OPEN = '*';
const SHORTEST_SHARED = 4;
/** What has that sign itself, or stands for a secret. */
const KEPT_WHOLE = /[*{}•]/;
/** The day may be said once, the time belongs to its record. */
const DAY = /^\d{4}-\d\d-\d\d[ T]/;

/** The keys in the order of the records, or null when two records have them in different orders. */
function orderKeys(records: readonly Fields[]): string[] | null {
  const order: string[] = [];
  for (const fields of records) {
    let at = -1;
    for (const { key } of fields) {
      const known = order.indexOf(key);
      if (known < 0) order.splice(++at, 0, key);
      else if (known <= at) return null;
      else at = known;
    }
  }
  return order;
}

/** Which records have only keys that most of them have. */
export function ofOneKind(records: readonly Fields[]): boolean[] {
  const counts = new Map<string, number>();
  for (const fields of records) for (const { key } of fields) counts.set(key, (counts.get(key) ?? 0) + 1);
  const least = records.length * LEAST_SHARE;
  return records.map((fields) => fields.every(({ key }) => (counts.get(key) as number) >= least));
}

interface Column {
  readonly title: string;
  /** What varies, record by record. */
  readonly cells: readonly string[];
}

export interface Rows {
  readonly heading: readonly string[];
  readonly rows: readonly string[];
}

export function writeRecords(records: readonly Fields[]): Rows | null {
  if (records.length < FEWEST) return null;
  const order = orderKeys(records);
  if (order === null) return null;
  const fields = order.map((key) => records.map((one) => one.find((field) => field.key === key)));
  const separator = SEPARATORS.find((sign) => !fields.some((all) => all.some((field) => field?.text.includes(sign))));
  if (separator === undefined) return null;
  const fixed: string[] = [];
  const columns: Column[] = [];
  fields.forEach((all, i) => {
    const text = all[0]?.text;
    if (text !== undefined && all.every((field) => field?.text === text)) fixed.push(text);
    else
      columns.push(
        readColumn(
          order[i] || 'title',
          all.map((field) => field?.value ?? MISSING),
        ),
      );
  });
  if (columns.length === 0) return null;
  const shown = sameOnce(columns);
  const titles = shown.map(({ title }) => title).join(separator);
  const heading = [`${records.length} records: ${titles}`];
  if (fixed.length > 0) heading.push(`in all of them: ${fixed.join(separator)}`);
  return { heading, rows: records.map((_, i) => shown.map(({ cells }) => cells[i]).join(separator)) };
}

function readColumn(key: string, values: readonly string[]): Column {
  const first = values[0] as string;
  const isWhole = values.some((value) => value === MISSING || KEPT_WHOLE.test(value));
  const [before, after] = isWhole ? [0, 0] : sharedEnds(values);
  if (before + after < SHORTEST_SHARED) return { title: key, cells: values };
  const title = `${key} ${first.slice(0, before)}${OPEN}${first.slice(first.length - after)}`;
  return { title, cells: values.map((value) => value.slice(before, value.length - after)) };
}

/** Columns with the same cells are one: `dn cn=*,dc=test = cn`. */
function sameOnce(columns: readonly Column[]): Column[] {
  const known = new Map<string, Column>();
  for (const { title, cells } of columns) {
    const key = cells.join('\n');
    const before = known.get(key);
    known.set(key, before === undefined ? { title, cells } : { title: `${before.title} = ${title}`, cells });
  }
  return [...known.values()];
}

/** What all values begin and end with, up to a sign between words: no name, number or time is torn. */
function sharedEnds(values: readonly string[]): [number, number] {
  const first = values[0] as string;
  let before = Math.min(...values.map(({ length }) => length));
  let after = before;
  for (const value of values) {
    let i = 0;
    while (i < before && value.charCodeAt(i) === first.charCodeAt(i)) i++;
    before = i;
  }
  const day = DAY.exec(first.slice(0, before))?.[0].length ?? 0;
  while (before > day && !isBorder(first[before - 1])) before--;
  after -= before;
  for (const value of values) {
    let i = 0;
    while (i < after && value.charCodeAt(value.length - 1 - i) === first.charCodeAt(first.length - 1 - i)) i++;
    after = i;
  }
  while (after > 0 && !isBorder(first[first.length - after])) after--;
  return [before, after];
}

const isBorder = (sign: string | undefined): boolean => sign !== undefined && /[=,/#@<>()]/.test(sign);
