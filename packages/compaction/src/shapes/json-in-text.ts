// JSON documents between other lines: each is written for a reader, and the lines around it stay.
import { writeJson } from './json-text.ts';
import { readJson } from './json-value.ts';

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
const FEWEST_LINES = 8;

/** The same lines when there is none. */
export function rewriteJson(lines: readonly string[]): readonly string[] {
  const result: string[] = [];
  let found = false;
  for (let i = 0; i < lines.length; ) {
    const closing = CLOSING[lines[i] as string];
    const end = closing === undefined ? i : lines.indexOf(closing, i);
    // what is never closed is not searched again, and no line is read twice
    if (end < 0) return found ? [...result, ...lines.slice(i)] : lines;
    const block = lines.slice(i, end + 1);
    const written = block.length >= FEWEST_LINES ? writeBlock(block) : null;
    found ||= written !== null;
    for (const line of written ?? block) result.push(line);
    i = end + 1;
  }
  return found ? result : lines;
}

function writeBlock(block: readonly string[]): string[] | null {
  const text = block.join('\n');
  const read = readJson(text);
  return read === null || read.end < text.length ? null : writeJson(read.value);
}
