/** A text read to its end as a script. */
import { fail, leftOpen, type Reader } from './reader.ts';
import type { Script } from './syntax-tree.ts';

export function readWhole(reader: Reader): Script {
  const { text, notes } = reader;
  const before = notes.holes;
  const list = reader.grammar.list(reader);
  if (reader.pos < text.length) fail(reader, `unexpected ${JSON.stringify(text.slice(reader.pos, reader.pos + 10))}`);
  if (reader.pending.length > 0) leftOpen(reader, 'heredoc', 'a here-document has no lines');
  return { text, list, problem: reader.problem, holes: notes.holes - before };
}
