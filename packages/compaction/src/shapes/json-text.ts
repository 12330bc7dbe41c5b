// JSON written for a reader: no needless quotes, and records of one kind as rows under their keys.
import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue } from './json-value.ts';

const PLAIN_KEY = /^"[A-Za-z_$][\w$./@-]*"$/;
/** Text that cannot be mistaken for anything else without its quotes. */
const PLAIN_TEXT = /^"(?![-\d.+]*"|true"|false"|null")[^\s",:{}[\]\\][^",{}[\]\\\n]{0,200}"$/;
const LINE_WIDTH = 120;
const FEWEST_ROWS = 3;

const bareKey = (key: string): string => (PLAIN_KEY.test(key) ? key.slice(1, -1) : key);
const bareText = (source: string): string =>
  source.length < 210 && PLAIN_TEXT.test(source) && !source.endsWith(' "') ? source.slice(1, -1) : source;

/** What all values at one place have in common: the same keys, or lists of such. */
type Form = { keys: readonly string[]; forms: readonly Form[] } | { of: Form } | null;

function formOf(values: readonly JsonValue[], depth = 0): Form {
  const present = values.filter((value) => value !== 'null');
  const first = present[0];
  if (first === undefined || typeof first === 'string' || depth > 4) return null;
  if (isObject(first)) {
    if (
      first.keys.length === 0 ||
      first.keys.length > 30 ||
      !present.every((value) => isObject(value) && sameKeys(first, value))
    )
      return null;
    const forms = first.keys.map((_, i) =>
      formOf(
        present.map((value) => (value as JsonObject).values[i] as JsonValue),
        depth + 1,
      ),
    );
    return { keys: first.keys, forms };
  }
  if (!present.every(isArray)) return null;
  const inner = formOf(
    present.flatMap((value) => (value as JsonArray).items),
    depth + 1,
  );
  return inner && 'keys' in inner ? { of: inner } : null;
}

function sameKeys(one: JsonObject, other: JsonObject): boolean {
  if (one.keys.length !== other.keys.length) return false;
  for (let i = 0; i < one.keys.length; i++) if (one.keys[i] !== other.keys[i]) return false;
  return true;
}

function formTitle(form: Form): string {
  if (form === null) return '';
  if ('of' in form) return `[]${formTitle(form.of)}`;
  return `{${form.keys.map((key, i) => bareKey(key) + formTitle(form.forms[i] ?? null)).join(',')}}`;
}

/** One value on one line; keys that its form already states are left out. */
function inline(value: JsonValue, form: Form = null): string {
  if (typeof value === 'string') return bareText(value);
  if (isArray(value)) {
    const inner = form && 'of' in form ? form.of : null;
    return `[${value.items.map((item) => inline(item, inner)).join(',')}]`;
  }
  if (form && 'keys' in form) return `{${value.values.map((one, i) => inline(one, form.forms[i] ?? null)).join(',')}}`;
  return `{${value.keys.map((key, i) => `${bareKey(key)}:${inline(value.values[i] as JsonValue)}`).join(',')}}`;
}

/** Characters left after writing the value on one line. Negative as soon as it cannot fit, without writing it. */
function roomAfter(value: JsonValue, room: number): number {
  if (typeof value === 'string') return room - value.length + 2;
  let left = room - 2;
  if (isArray(value)) {
    for (const item of value.items) {
      left = roomAfter(item, left - 1);
      if (left < 0) return left;
    }
    return left;
  }
  for (let i = 0; i < value.keys.length && left >= 0; i++) {
    left = roomAfter(value.values[i] as JsonValue, left - (value.keys[i] as string).length);
  }
  return left;
}

/** A value as lines; `label` stands before it. */
export function writeJson(value: JsonValue, label = '', indent = ''): string[] {
  const before = label === '' ? indent : `${indent}${label}: `;
  if (typeof value === 'string') return [before + bareText(value)];
  const deeper = label === '' ? indent : `${indent} `;
  if (isArray(value)) {
    const rows = asRows(value, label, indent);
    if (rows) return rows;
  }
  if (roomAfter(value, LINE_WIDTH) >= 0) return [before + inline(value)];
  if (isObject(value)) {
    const lines = label === '' ? [] : [`${indent}${label}:`];
    value.keys.forEach((key, i) => {
      for (const line of writeJson(value.values[i] as JsonValue, bareKey(key), deeper)) lines.push(line);
    });
    return lines;
  }
  if (value.items.every((item) => typeof item === 'string')) return [before + inline(value)];
  const lines = [`${indent}${label}[${value.items.length}]:`];
  value.items.forEach((item, i) => {
    for (const line of writeJson(item, `${i}`, deeper)) lines.push(line);
  });
  return lines;
}

/**
 * A list of records with the same keys: the keys once, then one row each. A key with the same value everywhere is
 * stated in the heading.
 */
function asRows({ items }: JsonArray, label: string, indent: string): string[] | null {
  if (items.length < FEWEST_ROWS) return null;
  const records = items.every(isObject) ? (items as readonly JsonObject[]) : null;
  if (records === null) return null;
  const union = unionKeys(records);
  if (union === null) return null;
  const columns = union.map((key) => {
    const values = records.map((record) => record.values[record.keys.indexOf(key)] ?? null);
    const present = values.filter((value) => value !== null);
    const form = present.length === values.length ? formOf(present) : null;
    const cells = values.map((value) => (value === null ? '' : inline(value, form)));
    const constant = cells.every((cell) => cell === cells[0]) ? cells[0] : undefined;
    return { title: bareKey(key) + formTitle(form), cells, constant };
  });
  const title = columns
    .map(({ title, constant }) => (constant === undefined ? title : `${title}=${constant}`))
    .join(',');
  const varying = columns.filter(({ constant }) => constant === undefined);
  if (varying.length === 0) return null;
  const lines = [`${indent}${label}[${items.length}]: ${title}`];
  for (let row = 0; row < items.length; row++)
    lines.push(`${indent} ${varying.map(({ cells }) => cells[row]).join(',')}`);
  return lines;
}

/** All keys in the order they first appear, or null when the records are not of one kind. */
function unionKeys(records: readonly JsonObject[]): string[] | null {
  const seen = new Map<string, number>();
  for (const { keys } of records) {
    if (keys.length > 60) return null;
    for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
    if (seen.size > 60 || new Set(keys).size < keys.length) return null;
  }
  if (seen.size === 0) return null;
  let filled = 0;
  for (const count of seen.values()) filled += count;
  return filled >= seen.size * records.length * 0.6 ? [...seen.keys()] : null;
}
