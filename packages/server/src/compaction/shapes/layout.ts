// What is left for text nobody knows: padding between words squeezed, and what many lines in a row begin with said once.
import type { Command } from '../command.ts';
import { type FilterInput, head, type Shape } from '../filter.ts';
import { foldRepeats } from '../stages/fold-repeats.ts';

const FEWEST_LINES = 6;
const SHORTEST_PREFIX = 8;
const LEAST_SAVED = 0.15;
/** Carets and rules point at columns: moving what is above them would be a lie. */
const POINTS_UP = /^\s*[|│]?\s*(?:[\^~]+|-+\^|\^-+)(?:\s|$)/;

/** The blanks of a file are its own; what the kernel shows as a file is a report. */
function isFile({ program, args }: Command): boolean {
  if (!/^(?:cat|head|tail|sed|bat|batcat|nl|less|more|awk|git|diff|patch|base64|xxd|od|hexdump|echo|printf|man)$/.test(program)) return false;
  return !(program === 'cat' && args.length > 0 && args.every((arg) => /^\/(?:proc|sys)\//.test(arg)));
}

function squeeze(lines: readonly string[]): readonly string[] {
  if (lines.some((line) => POINTS_UP.test(head(line)))) return lines;
  return lines.map((line) => (line.length > head(line).length ? line : line.replace(/(\S)(?: {2,}|[ \t]*\t[ \t]*)(?=\S)/g, '$1 ')));
}

/** What two lines begin with, up to the end of a word. */
function sharedStart(one: string, other: string, most: number): number {
  let end = 0;
  const last = Math.min(one.length, other.length, most);
  while (end < last && one.charCodeAt(end) === other.charCodeAt(end)) end++;
  while (end > 0 && !/[\s/:(=,\]}>]/.test(one[end - 1] as string)) end--;
  return end;
}

/** Runs of lines with a long start in common: the start once, what follows it below. */
function sayStartsOnce(lines: readonly string[]): string[] {
  const result: string[] = [];
  let i = 0;
  while (i < lines.length) {
    const first = lines[i] as string;
    let end = i + 1;
    let length = 200;
    while (end < lines.length) {
      const shared = sharedStart(first, lines[end] as string, length);
      if (shared < SHORTEST_PREFIX) break;
      length = shared;
      end++;
    }
    if (end - i < FEWEST_LINES || first.slice(0, length).trim().length < SHORTEST_PREFIX) {
      result.push(first);
      i++;
      continue;
    }
    result.push(`${first.slice(0, length)}…`);
    for (; i < end; i++) result.push(` ${(lines[i] as string).slice(length)}`);
  }
  return result;
}

const sizeOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

export const layoutShape: Shape = {
  name: 'layout',
  apply: ({ lines, command, tick }: FilterInput) => {
    if (isFile(command) || lines.length < FEWEST_LINES) return null;
    const squeezed = foldRepeats(squeeze(lines));
    tick();
    const once = sayStartsOnce(squeezed);
    const result = sizeOf(once) < sizeOf(squeezed) ? once : squeezed;
    return sizeOf(result) > sizeOf(lines) * (1 - LEAST_SAVED) ? null : result;
  },
};
