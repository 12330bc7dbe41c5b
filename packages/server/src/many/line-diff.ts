/** What differs between two texts, line by line, as a unified diff. Pure; a bounded number of steps. */

/** Two texts that differ in more lines than this do not differ little. */
const MOST_EDITS = 100;
const CONTEXT = 1;

type Edit = { readonly kind: ' ' | '-' | '+'; readonly line: string };

/** Null where they differ too much. Empty where they are equal. */
export function lineDiff(before: string, after: string): string | null {
  if (before === after) return '';
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end++;
  const edits = editsBetween(old.slice(start, old.length - end), now.slice(start, now.length - end));
  if (edits === null) return null;
  const same = (lines: readonly string[]): Edit[] => lines.map((line) => ({ kind: ' ', line }));
  return hunks([...same(old.slice(0, start)), ...edits, ...same(end === 0 ? [] : old.slice(-end))]);
}

/** The shortest way from one to the other (Myers, "An O(ND) Difference Algorithm"). */
function editsBetween(old: readonly string[], now: readonly string[]): Edit[] | null {
  /** For each number of edits: how far the best way on each diagonal came. */
  const trace: Map<number, number>[] = [];
  let reached = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= MOST_EDITS; edits++) {
    const next = new Map<number, number>();
    trace.push(reached);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = goesDown(reached, diagonal, edits);
      let x = down ? (reached.get(diagonal + 1) ?? 0) : (reached.get(diagonal - 1) ?? 0) + 1;
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x++;
      next.set(diagonal, x);
      if (x >= old.length && x - diagonal >= now.length) return walkBack(old, now, trace);
    }
    reached = next;
  }
  return null;
}

function goesDown(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1);
}

function walkBack(old: readonly string[], now: readonly string[], trace: readonly Map<number, number>[]): Edit[] {
  const edits: Edit[] = [];
  let [x, y] = [old.length, now.length];
  for (let count = trace.length - 1; count >= 0; count--) {
    const diagonal = x - y;
    const from = goesDown(trace[count]!, diagonal, count) ? diagonal + 1 : diagonal - 1;
    const startX = trace[count]!.get(from) ?? 0;
    const startY = startX - from;
    while (x > Math.max(startX, 0) && y > Math.max(startY, 0) && x > 0 && y > 0 && old[x - 1] === now[y - 1]) {
      edits.push({ kind: ' ', line: old[--x]! });
      y--;
    }
    if (count === 0) break;
    if (from === diagonal + 1) edits.push({ kind: '+', line: now[--y]! });
    else edits.push({ kind: '-', line: old[--x]! });
  }
  return edits.toReversed();
}

function hunks(edits: readonly Edit[]): string {
  const changed = edits.flatMap(({ kind }, index) => (kind === ' ' ? [] : [index]));
  const shown = new Set(changed.flatMap((at) => Array.from({ length: 2 * CONTEXT + 1 }, (_, n) => at - CONTEXT + n)));
  const out: string[] = [];
  let [oldLine, newLine] = [1, 1];
  edits.forEach(({ kind, line }, index) => {
    if (shown.has(index)) {
      if (index === 0 || !shown.has(index - 1)) out.push(`@@ -${oldLine} +${newLine} @@`);
      out.push(kind + line);
    }
    if (kind !== '+') oldLine++;
    if (kind !== '-') newLine++;
  });
  return out.join('\n');
}
