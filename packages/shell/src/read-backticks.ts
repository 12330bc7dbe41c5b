/** Commands in backticks: a text of their own, with one level of backslashes taken off. */

import { readWhole } from './read-whole.ts';
import {
  advance,
  deeper,
  leftOpen,
  type Mode,
  nestedReader,
  noteDifference,
  type Reader,
  type Where,
} from './reader.ts';
import type { Part } from './syntax-tree.ts';

export function readBackticks(reader: Reader, mode: Mode, where: Where): Part {
  const { text, pos: start, notes } = reader;
  let end = start + 1;
  while (end < text.length && text[end] !== '`') end += text[end] === '\\' ? 2 : 1;
  end = Math.min(end, text.length);
  notes.steps += end - start;
  const raw = text.slice(start + 1, end);
  if (where === 'heredoc' && raw.includes('\\"')) noteDifference(reader, 'heredoc-backticks');
  const unescaped = raw.replace(mode === 'inside' ? /\\([$`\\"])/g : /\\([$`\\])/g, '$1');
  const inner = nestedReader(reader, unescaped, 0, reader.origin ?? start);
  const script = deeper(reader, () => readWhole(inner));
  if (script.problem !== null) noteDifference(reader, 'broken-backticks', start);
  advance(reader, end + 1 - start);
  if (end >= text.length) leftOpen(reader, 'other', 'a ` is not closed');
  return { kind: 'backticks', start, end: reader.pos, script };
}
