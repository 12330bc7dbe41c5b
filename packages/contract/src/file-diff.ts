/** A diff of two texts in the unified form, in a bounded number of steps. Pure; also runs in a browser. */
import { type Change, changedLines, PAUSE_LINES, type Pausing } from './changed-lines.ts';

const CONTEXT = 3;
const UNENDED = '\\ No newline at end of file';

/** Empty for equal texts. A part with too many edits in it is shown as one change: all old lines, all new ones. */
export function fileDiff(before: string, after: string, name: string): string {
  const steps = fileDiffSteps(before, after, name);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The same, with pauses in which others can be served. `name` null: without the lines that name the file. */
export function* fileDiffSteps(
  before: string,
  after: string,
  name: string | null,
  context: number = CONTEXT,
): Pausing<string> {
  if (before === after) return '';
  const head = commonHead(before, after);
  const tail = commonTail(before, after, head);
  const below = before.length - tail;
  const around: Around = {
    above: yield* linesOf(before.slice(startOfLast(before, head, context), head)),
    below: yield* linesOf(before.slice(below, endOfFirst(before, below, context))),
    line: newlines(before, head),
    context,
  };
  const old = yield* linesOf(before.slice(head, below));
  const fresh = yield* linesOf(after.slice(head, after.length - tail));
  const changes = yield* changedLines(old, fresh);
  const hunks = yield* hunksOf(old, fresh, changes, around);
  return name === null ? hunks : `--- ${name}\n+++ ${name}\n${hunks}`;
}

/** What is the same before and after all changes, and the number of lines before them. */
interface Around {
  readonly above: readonly string[];
  readonly below: readonly string[];
  readonly line: number;
  /** So many lines stand around a change. */
  readonly context: number;
}

function* hunksOf(
  old: readonly string[],
  fresh: readonly string[],
  changes: readonly Change[],
  { above, below, line: first, context }: Around,
): Pausing<string> {
  const texts: string[] = [];
  let rows: string[] = [];
  function* add(sign: string, lines: readonly string[], from = 0, to = lines.length): Pausing<void> {
    for (let at = from; at < to; at++) {
      const line = lines[at]!;
      rows.push(line.endsWith('\n') ? sign + line.slice(0, -1) : `${sign}${line}\n${UNENDED}`);
      if (rows.length < PAUSE_LINES) continue;
      texts.push(rows.join('\n'));
      rows = [];
      yield;
    }
  }
  const range = (from: number, to: number) => `${first + from + (to > from ? 1 : 0)},${to - from}`;
  for (let next = 0; next < changes.length; ) {
    const start = next++;
    while (next < changes.length && changes[next]!.old[0] - changes[next - 1]!.old[1] <= 2 * context) next++;
    const [opening, closing] = [changes[start]!, changes[next - 1]!];
    // Lines around the hunk; those outside of what was compared are the same in both.
    const before = Math.min(context, opening.old[0] + above.length);
    const after = Math.min(context, old.length - closing.old[1] + below.length);
    const oldRange = range(opening.old[0] - before, closing.old[1] + after);
    rows.push(`@@ -${oldRange} +${range(opening.fresh[0] - before, closing.fresh[1] + after)} @@`);
    const outside = Math.max(0, before - opening.old[0]);
    yield* add(' ', above, above.length - outside);
    let at = opening.old[0] - before + outside;
    for (let index = start; index < next; index++) {
      const change = changes[index]!;
      yield* add(' ', old, at, change.old[0]);
      yield* add('-', old, ...change.old);
      yield* add('+', fresh, ...change.fresh);
      at = change.old[1];
    }
    const inside = Math.min(after, old.length - at);
    yield* add(' ', old, at, at + inside);
    yield* add(' ', below, 0, after - inside);
  }
  if (rows.length > 0) texts.push(rows.join('\n'));
  return texts.join('\n');
}

/** The length of the whole lines with which both begin. */
function commonHead(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one.charCodeAt(same) === other.charCodeAt(same)) same++;
  return same === 0 ? 0 : one.lastIndexOf('\n', same - 1) + 1;
}

/** The length of the whole lines with which both end, behind their common head. */
function commonTail(one: string, other: string, head: number): number {
  const most = Math.min(one.length, other.length) - head;
  let same = 0;
  while (same < most && one.charCodeAt(one.length - 1 - same) === other.charCodeAt(other.length - 1 - same)) same++;
  // Only from the beginning of a line on.
  const end = one.indexOf('\n', one.length - same);
  return end < 0 || same === 0 ? 0 : one.length - 1 - end;
}

/** Where the last lines before a place begin. */
function startOfLast(text: string, end: number, most: number): number {
  let at = end;
  for (let lines = 0; lines < most && at > 0; lines++) at = at < 2 ? 0 : text.lastIndexOf('\n', at - 2) + 1;
  return at;
}

/** Where the first lines after a place end. */
function endOfFirst(text: string, start: number, most: number): number {
  let at = start;
  for (let lines = 0; lines < most && at < text.length; lines++) at = text.indexOf('\n', at) + 1 || text.length;
  return at;
}

function newlines(text: string, until: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < until; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Each with its end. */
function* linesOf(text: string): Pausing<string[]> {
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    lines.push(text.slice(at, end));
    at = end;
    if (lines.length % PAUSE_LINES === 0) yield;
  }
  return lines;
}
