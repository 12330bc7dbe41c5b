// A JSON document, a JSON document after HTTP headers, or one JSON record per line.
import type { FilterInput, Shape } from '../filter.ts';
import { capLines } from '../stages/cap-lines.ts';
import { writeJson } from './json-text.ts';
import { isObject, type JsonValue, readJson } from './json-value.ts';

function opensJson(line: string | undefined): boolean {
  const first = line?.trimStart()[0];
  return first === '{' || first === '[';
}

/** The document from line `from` on, as lines for a reader; null when it is not JSON to the end. */
export function compactJson(
  lines: readonly string[],
  from: number,
  { cut }: Pick<FilterInput, 'cut'>,
): string[] | null {
  if (!opensJson(lines[from])) return null;
  const text = lines.slice(from).join('\n');
  const read = readJson(text);
  if (read === null || text.slice(read.end).trim() !== '') return null;
  return capLines(writeJson(read.value), cut);
}

export const jsonShape: Shape = {
  name: 'json',
  apply: (input) => {
    const first = input.lines.findIndex((line) => line !== '');
    return first < 0 ? null : compactJson(input.lines, first, input);
  },
};

/** Records line by line: rows under their keys when they are of one kind. */
export const ndjsonShape: Shape = {
  name: 'ndjson',
  apply: ({ lines, cut, tick }) => {
    const filled = lines.filter((line) => line !== '');
    if (filled.length < 3 || !opensJson(filled[0]) || !opensJson(filled[filled.length - 1])) return null;
    const items: JsonValue[] = [];
    for (const line of filled) {
      if ((items.length & 255) === 0) tick();
      const read = readJson(line);
      if (read === null || read.end < line.trimEnd().length || !isObject(read.value)) return null;
      items.push(read.value);
    }
    return capLines(writeJson({ items }), cut);
  },
};
