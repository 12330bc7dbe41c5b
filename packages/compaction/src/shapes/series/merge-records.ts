// Records of one form, each of one or several lines: the first and the last as they are, and what varies in the others.
import type { FilterInput } from '../../filter.ts';
import { times } from '../../marker.ts';
import { amongZeros } from '../../stages/pick-rows.ts';
import { columnsOf, readSlots, type Slot } from './slots.ts';
import { asRange, ends, extremes, setOrRange } from './value-range.ts';
import type { LineForm } from './word-form.ts';

/** Fewer names are not worth taking out of their lines. */
const FEWEST_NAMES = 6;
/** Up to here every record is shown. */
const MOST_SHOWN = 40;
const FIRST = 20;
const LAST = 10;
/** Records of more lines are not written whole. */
const MOST_WHOLE_LINES = 2;
const MOST_WHOLE = 4;
const LONG_LIST = 12;
const NAME = /[A-Za-z]{3}/;
/** What the form takes out of the records must be worth it. */
const LEAST_SAVED_SHARE = 0.2;
/** Records that are hardly more than their values are data: none of them is left out. */
const MOST_VALUES = 0.7;

/** Null when it does not pay. With `everyOne`, none is left out. */
export function mergeRecords(
  records: readonly (readonly LineForm[])[],
  cut: FilterInput['cut'],
  everyOne: boolean,
): string[] | null {
  const textAt = (i: number): string[] => (records[i] as readonly LineForm[]).map(textOf);
  const single = records[0]?.length === 1;
  const slots = readSlots(columnsOf(records), single);
  if (single && records.length < FEWEST_NAMES && slots.some((values) => NAME.test(values[1] ?? ''))) return null;
  const before = records.reduce((sum, _, i) => sum + charsIn(textAt(i)), 0);
  const values = slots.reduce((sum, slot) => sum + charsIn(slot), 0);
  const most = everyOne || values > before * MOST_VALUES ? records.length : MOST_SHOWN;
  const result = write({ textAt, slots, count: records.length, most, cut });
  return charsIn(result) < before * (1 - LEAST_SAVED_SHARE) ? result : null;
}

interface Merge {
  /** The lines of one record. */
  readonly textAt: (i: number) => readonly string[];
  readonly slots: readonly Slot[];
  readonly count: number;
  readonly most: number;
  readonly cut: FilterInput['cut'];
}

const textOf = ({ indent, words }: LineForm): string => indent + words.join(' ');
const charsIn = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

function write(merge: Merge): string[] {
  const { textAt, slots, count } = merge;
  const first = textAt(0);
  if (slots.length === 0) {
    if (first.length === 1) return [`${first[0]} (${times(count)})`];
    return [...first, `  … ${times(count)} in all, the same`];
  }
  if (slots.length === 1 && first.length === 1) return inOneLine(slots[0] as Slot, merge);
  return [...first, `  … ${times(count)} in all, alike; in the others:`, ...writeRows(merge)];
}

/** A series with one value stays in one line: `lane 1 … also 2…11 (×11)`. Names have their last line below it. */
function inOneLine(values: Slot, { textAt, count, most, cut }: Merge): string[] {
  const line = textAt(0)[0] as string;
  const last = textAt(count - 1)[0] as string;
  const range = asRange(values);
  if (range !== null) return [`${line} … also ${range} (${times(count)})`];
  if (count <= most) return [`${line} … also ${values.slice(1, -1).join(', ')} (${times(count)}), to`, last];
  const shown = shownOf([values], count, most);
  const also = [...shown].sort((one, other) => one - other).filter((i) => i > 0 && i < count - 1);
  const list = also.map((i, n) => `${n > 0 && i > (also[n - 1] as number) + 1 ? '… ' : ''}${values[i]}`);
  const rest = cut(count - shown.size, `of ${count} alike`);
  return [`${line} … also ${list.join(', ')} (${times(count)}), to`, last, rest];
}

function shownOf(slots: readonly Slot[], count: number, most: number): Set<number> {
  const shown = new Set<number>([0]);
  for (let i = 1; i < count; i++) if (count <= most || i < FIRST || i >= count - LAST) shown.add(i);
  if (shown.size === count) return shown;
  for (const values of slots) for (const i of extremes(values)) shown.add(i);
  for (const i of amongZeros(slots.at(-1) ?? [])) shown.add(i);
  return shown;
}

/** The last record, and in a long list those with the smallest and the largest number, are written whole. */
function wholeOnes({ textAt, slots, count }: Merge): Set<number> {
  if (textAt(0).length > MOST_WHOLE_LINES) return new Set();
  const odd = count >= LONG_LIST && textAt(0).length === 1 ? slots.flatMap((values) => ends(values)) : [];
  return new Set([count - 1, ...odd.slice(0, MOST_WHOLE)]);
}

function writeRows(merge: Merge): string[] {
  const { textAt, slots, count, most, cut } = merge;
  const shown = shownOf(slots, count, most);
  const whole = wholeOnes(merge);
  const lines: string[] = [];
  let gap = 0;
  for (let i = 1; i < count; i++) {
    if (!shown.has(i)) {
      gap++;
      continue;
    }
    if (gap > 0) lines.push(`  … ${gap} more`);
    gap = 0;
    if (whole.has(i)) lines.push(...textAt(i));
    else lines.push(`  ${slots.map((values) => values[i]).join('  ')}`);
  }
  const left = count - shown.size;
  if (left > 0) lines.push(cut(left, `of ${count} alike (${slots.map(setOrRange).join('; ')})`));
  return lines;
}
