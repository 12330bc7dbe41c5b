/** A diff of two texts in the unified form, in a bounded number of steps. Pure; also runs in a browser. */
import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';

const CONTEXT = 3;
/** Finding the edits takes about as many steps as there are lines, for each edit. */
const MOST_STEPS = 20_000_000;
const UNENDED = '\\ No newline at end of file';

/** Empty for equal texts. Those with too many edits between them are shown as one change: all old lines, all new ones. */
export function fileDiff(before: string, after: string, name: string): string {
  if (before === after) return '';
  const maxEditLength = Math.max(4, Math.floor(MOST_STEPS / (linesOf(before).length + linesOf(after).length)));
  const patch = structuredPatch(name, name, before, after, undefined, undefined, { context: CONTEXT, maxEditLength });
  const hunks = patch === undefined ? oneChange(before, after) : formatPatch(patch, OMIT_HEADERS).slice(0, -1);
  return `--- ${name}\n+++ ${name}\n${hunks}`;
}

function oneChange(before: string, after: string): string {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const range = (lines: readonly string[]) => `${Math.min(1, lines.length)},${lines.length}`;
  const marked = (sign: string, lines: readonly string[]) =>
    lines.map((line) => (line.endsWith('\n') ? sign + line.slice(0, -1) : `${sign}${line}\n${UNENDED}`));
  return [`@@ -${range(old)} +${range(fresh)} @@`, ...marked('-', old), ...marked('+', fresh)].join('\n');
}

/** Each with its end. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
