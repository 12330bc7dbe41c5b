// `docker inspect` and its like: keeps what is set, counts fields that are null or empty.
import type { Filter } from '../../filter.ts';
import { writeJson } from '../../shapes/json-text.ts';
import { isArray, isObject, type JsonValue, readJson } from '../../shapes/json-value.ts';
import { capLines } from '../../stages/cap-lines.ts';

const EMPTY = new Set(['null', '""']);

const isEmpty = (value: JsonValue): boolean =>
  typeof value === 'string' ? EMPTY.has(value) : (isArray(value) ? value.items : value.keys).length === 0;

/** The value without its empty fields. Lists keep theirs, because the position matters there. */
function withoutEmpty(value: JsonValue, count: { dropped: number }): JsonValue {
  if (typeof value === 'string') return value;
  if (isArray(value)) return { items: value.items.map((item) => withoutEmpty(item, count)) };
  const kept = value.keys.map((key, i) => [key, withoutEmpty(value.values[i] as JsonValue, count)] as const);
  const told = kept.filter(([, one]) => !isEmpty(one));
  count.dropped += kept.length - told.length;
  return { keys: told.map(([key]) => key), values: told.map(([, one]) => one) };
}

export const inspect: Filter = {
  name: 'inspect',
  matches: ({ program, sub, rest }) =>
    /^(?:docker|podman)$/.test(program) && (sub === 'inspect' || rest[0] === 'inspect'),
  apply: ({ lines, cut }) => {
    const text = lines.join('\n').trim();
    const read = readJson(text);
    if (read === null || read.end !== text.length || !(isArray(read.value) || isObject(read.value))) return null;
    const count = { dropped: 0 };
    const whole = withoutEmpty(read.value, count);
    if (count.dropped === 0) return null;
    const only = isArray(whole) && whole.items.length === 1 ? (whole.items[0] as JsonValue) : whole;
    return [...capLines(writeJson(only), cut), cut(count.dropped, 'fields that are null or empty')];
  },
};
