// What varies between records of one form, without the parts that all have in common.
import type { LineForm } from './word-form.ts';

/** The values of one place in the form, record by record. */
export type Slot = readonly string[];

/** One word of the form through all records. */
interface Column {
  readonly values: readonly string[];
  readonly varies: boolean;
}

/** A short text between two values, or after the last, is a unit and stays beside its number. */
const LONGEST_UNIT = 8;
/** So does a short word before a number: `hall 3`. */
const LONGEST_LABEL = 8;
const LONGEST_END = 4;

/** The words of each line of the form. */
export function columnsOf(records: readonly (readonly LineForm[])[]): Column[][] {
  return (records[0] as readonly LineForm[]).map(({ words }, line) =>
    words.map((word, i) => {
      const values = records.map((record) => record[line]?.words[i] ?? '');
      return { values, varies: values.some((value) => value !== word) };
    }),
  );
}

/** A line so short is a value as it is, in a record of several lines. */
const SHORT_LINE = 48;

/** A value that only repeats what another place says is said once. */
export function readSlots(lines: readonly (readonly Column[])[], single: boolean): Slot[] {
  const groups = lines.flatMap((line) => (single || !isShort(line) ? withUnits(line) : [{ label: [], columns: line }]));
  const labelled = !(single && groups.length === 1);
  const slots = new Map<string, Slot>();
  for (const group of groups) {
    const columns = labelled ? group.label.concat(group.columns) : group.columns;
    const values = (columns[0] as Column).values.map((_, record) =>
      columns.map((column) => column.values[record]).join(' '),
    );
    const whole = group.label.length > 0 || !columns[0]?.varies;
    const before = labelled && whole ? 0 : sharedStart(values);
    const after = whole ? 0 : sharedEnd(values, before);
    const cores = values.map((value) => value.slice(before, value.length - after));
    slots.set(cores.join('\n'), cores);
  }
  return [...slots.values()];
}

const isShort = (line: readonly Column[]): boolean =>
  line.some(({ varies }) => varies) &&
  line.reduce((length, { values }) => length + (values[0] as string).length + 1, 0) <= SHORT_LINE;

interface Group {
  readonly label: readonly Column[];
  readonly columns: readonly Column[];
}

function withUnits(columns: readonly Column[]): Group[] {
  const groups: Group[] = [];
  for (let i = 0; i < columns.length; ) {
    if (!columns[i]?.varies) {
      i++;
      continue;
    }
    const before = columns[i - 1];
    const isLabel =
      before !== undefined &&
      !before.varies &&
      (before.values[0] as string).length <= LONGEST_LABEL &&
      /^[\p{L}]+[:=]?$/u.test(before.values[0] as string) &&
      /^\d/.test(columns[i]?.values[0] ?? '');
    const group = [columns[i++] as Column];
    while (i < columns.length) {
      let end = i;
      let length = 0;
      while (end < columns.length && !columns[end]?.varies) length += (columns[end++]?.values[0]?.length ?? 0) + 1;
      const isNumber = /^[-+(]?\d/.test(group.at(-1)?.values[0] ?? '');
      if (length > LONGEST_UNIT || (end === columns.length && !isNumber)) break;
      const last = Math.min(end + 1, columns.length);
      group.push(...columns.slice(i, last));
      i = last;
    }
    groups.push({ label: isLabel ? [before] : [], columns: group });
  }
  return groups;
}

/** The common beginning in whole words, so that no name, number, path or place is torn. */
function sharedStart(values: readonly string[]): number {
  const first = values[0] as string;
  let end = first.length;
  for (const value of values) {
    let i = 0;
    while (i < end && value.charCodeAt(i) === first.charCodeAt(i)) i++;
    end = i;
  }
  while (end > 0 && first[end - 1] !== ' ') end--;
  return end;
}

/** The signs that all end with; a number or a name before them is a part of the value. */
function sharedEnd(values: readonly string[], start: number): number {
  const first = values[0] as string;
  let length = Math.min(first.length - start, LONGEST_END);
  for (const value of values) {
    let i = 0;
    const most = Math.min(length, value.length - start);
    while (i < most && value.charCodeAt(value.length - 1 - i) === first.charCodeAt(first.length - 1 - i)) i++;
    length = i;
  }
  while (length > 0 && !/^[:,;)]+$/.test(first.slice(first.length - length))) length--;
  return length;
}
