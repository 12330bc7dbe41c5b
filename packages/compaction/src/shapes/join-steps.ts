// Steps that a tool names one after the other, in the same words: `Building {file,class,concept} list...`. The first and
// the last stay whole, and nothing is lost.
import { FAILURE_WORDS } from '../filter.ts';

const FEWEST_STEPS = 5;
const LONGEST_STEP = 100;
const SHORTEST_SHARED = 8;
const LONGEST_JOINED = 1_200;
/** Plain words alone: a step with a number, a name or a value in it is told by itself. */
const STEP = /^\p{Lu}\p{Ll}{3,}(?: \p{L}[\p{L}'-]*)+(?:\.{3}|…|\.| done\.?| ok\.?)$/u;

const isStep = (line: string): boolean => line.length <= LONGEST_STEP && STEP.test(line) && !FAILURE_WORDS.test(line);

export function joinSteps(lines: readonly string[]): readonly string[] {
  const result: string[] = [];
  for (let i = 0; i < lines.length; ) {
    const end = endOfRun(lines, i);
    const [first, last] = [lines[i] as string, lines[end - 1] as string];
    if (end - i < FEWEST_STEPS) {
      result.push(first);
      i++;
      continue;
    }
    const inner = lines.slice(i + 1, end - 1);
    const before = sharedStart(inner);
    const after = sharedEnd(inner, before.length);
    const names = inner.map((line) => line.slice(before.length, line.length - after.length));
    if (before.length + after.length < SHORTEST_SHARED || names.includes('')) result.push(...lines.slice(i, end));
    else result.push(first, `${before}{${names.join(',')}}${after}`, last);
    i = end;
  }
  return result.length < lines.length ? result : lines;
}

/** As many steps in a row as begin with the same word. */
function endOfRun(lines: readonly string[], start: number): number {
  const first = lines[start] as string;
  if (!isStep(first)) return start + 1;
  const word = first.slice(0, first.indexOf(' ') + 1);
  let end = start + 1;
  let chars = 0;
  while (end < lines.length && chars < LONGEST_JOINED) {
    const line = lines[end] as string;
    if (!line.startsWith(word) || !isStep(line)) break;
    chars += line.length;
    end++;
  }
  return end;
}

/** In whole words. */
function sharedStart(lines: readonly string[]): string {
  let shared = lines[0] as string;
  for (const line of lines)
    while (!line.startsWith(shared)) shared = shared.slice(0, shared.lastIndexOf(' ', shared.length - 2) + 1);
  return shared;
}

/** The signs at the end, and whole words before them. */
function sharedEnd(lines: readonly string[], before: number): string {
  const first = lines[0] as string;
  const signs = /\p{L}*[^\p{L}]*$/u.exec(first)?.[0].replace(/^\p{L}+/u, '') ?? '';
  if (!lines.every((line) => line.endsWith(signs))) return '';
  let shared = signs;
  for (let at = first.lastIndexOf(' '); at > before; at = first.lastIndexOf(' ', at - 1)) {
    const longer = first.slice(at);
    if (!lines.every((line) => line.endsWith(longer) && line.length - longer.length > before)) break;
    shared = longer;
  }
  return shared;
}
