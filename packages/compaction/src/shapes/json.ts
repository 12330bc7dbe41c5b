// A JSON document, a JSON document after HTTP headers, or one JSON record per line.
import type { FilterInput, Shape } from '../filter.ts';
import { capLines } from '../stages/cap-lines.ts';
import { writeJson } from './json-text.ts';
import { isArray, isObject, type JsonValue, readJson } from './json-value.ts';

function opensJson(line: string | undefined): boolean {
  const first = line?.trimStart()[0];
  return first === '{' || first === '[';
}

/** The document from line `from` on; null when it is not JSON to the end. */
function readDocument(lines: readonly string[], from: number): JsonValue | null {
  if (!opensJson(lines[from])) return null;
  const text = lines.slice(from).join('\n');
  const read = readJson(text);
  return read === null || text.slice(read.end).trim() !== '' ? null : read.value;
}

/** The document from line `from` on, as lines for a reader. */
export function compactJson(
  lines: readonly string[],
  from: number,
  { cut }: Pick<FilterInput, 'cut'>,
): string[] | null {
  const value = readDocument(lines, from);
  return value === null ? null : capLines(writeJson(value), cut);
}

export const jsonShape: Shape = {
  name: 'json',
  apply: (input) => {
    const first = input.lines.findIndex((line) => line !== '');
    return first < 0 ? null : compactJson(input.lines, first, input);
  },
};

/** The same document on one line: every key, value and quote of it, without the indentation. */
export const jsonOnOneLine: Shape = {
  name: 'json-one-line',
  apply: ({ lines }) => {
    const first = lines.findIndex((line) => line !== '');
    const value = first < 0 ? null : readDocument(lines, first);
    return value === null ? null : [onOneLine(value)];
  },
};

function onOneLine(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (isArray(value)) return `[${value.items.map(onOneLine).join(',')}]`;
  return `{${value.keys.map((key, i) => `${key}: ${onOneLine(value.values[i] as JsonValue)}`).join(',')}}`;
}

/** Several documents one after another: a record per line, or what `jq` prints for a list. */
export const jsonSequenceShape: Shape = {
  name: 'json-sequence',
  apply: ({ lines, cut, tick }) => {
    const first = lines.findIndex((line) => line !== '');
    if (first < 0 || !opensJson(lines[first])) return null;
    const text = lines.slice(first).join('\n').trimEnd();
    const items: JsonValue[] = [];
    let at = 0;
    while (at < text.length) {
      if ((items.length & 255) === 0) tick();
      const read = readJson(text, at);
      if (read === null || !isObject(read.value) || (read.end < text.length && text[read.end] !== '\n')) return null;
      items.push(read.value);
      at = read.end;
    }
    return items.length < 3 ? null : capLines(writeJson({ items }), cut);
  },
};
