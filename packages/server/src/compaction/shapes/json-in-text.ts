// JSON documents between other lines: each is written for a reader, and the lines around it stay.
import { writeJson } from './json-text.ts';
import { readJson } from './json-value.ts';

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
const FEWEST_LINES = 8;

/** The same lines when there is none. */
export function rewriteJson(lines: readonly string[]): readonly string[] {
  const result: string[] = [];
  let found = false;
  for (let i = 0; i < lines.length; i++) {
    const closing = CLOSING[lines[i] as string];
    const end = closing === undefined ? -1 : lines.indexOf(closing, i);
    const written = end - i >= FEWEST_LINES ? writeBlock(lines.slice(i, end + 1)) : null;
    if (written === null) {
      result.push(lines[i] as string);
      continue;
    }
    result.push(...written);
    found = true;
    i = end;
  }
  return found ? result : lines;
}

function writeBlock(block: readonly string[]): string[] | null {
  const text = block.join('\n');
  const read = readJson(text);
  return read === null || read.end < text.length ? null : writeJson(read.value);
}
