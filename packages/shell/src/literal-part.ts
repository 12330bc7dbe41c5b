/** Adds text that means itself to a word's parts; touching pieces become one part. */
import type { Part } from './syntax-tree.ts';

export function addLiteral(parts: Part[], text: string, start: number, end: number): void {
  const last = parts.at(-1);
  const from = last?.kind === 'literal' && last.end === start ? last.start : start;
  if (from !== start) parts.pop();
  parts.push({ kind: 'literal', start: from, end, value: text.slice(from, end) });
}
