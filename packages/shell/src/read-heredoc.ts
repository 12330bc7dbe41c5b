/** Here-documents: the delimiter after `<<`, and the bodies that start on the next line. */
import { addLiteral } from './literal-part.ts';
import { readExpanding } from './read-quotes.ts';
import { advance, deeper, holeAt, leftOpen, nestedReader, noteDifference, type Reader, readHole } from './reader.ts';
import type { Heredoc, Part } from './syntax-tree.ts';

const ENDS_DELIMITER = /[ \t\n;&|<>()]/;
/** A body is read twice: once to find its end, once for its expansions. So it counts more than other nesting. */
const LEVELS = 8;

/** Starts after `<<` or `<<-`. Null when no delimiter follows. */
export function readDelimiter(reader: Reader, stripTabs: boolean): Heredoc | null {
  const { text } = reader;
  while (text[reader.pos] === ' ' || text[reader.pos] === '\t') advance(reader, 1);
  const { pos: start } = reader;
  let delimiter = '';
  let quoted = false;
  while (reader.pos < text.length && !ENDS_DELIMITER.test(text[reader.pos]!)) {
    const { pos } = reader;
    const char = text[pos]!;
    if (char === "'" || char === '"') {
      const end = text.indexOf(char, pos + 1);
      const inside = text.slice(pos + 1, end < 0 ? text.length : end);
      if (inside.includes('\n') || (char === '"' && /[\\$`]/.test(inside))) noteDifference(reader, 'heredoc-delimiter');
      delimiter += inside;
      quoted = true;
      advance(reader, inside.length + 1);
      if (end < 0) leftOpen(reader, 'quotes', `a ${char} is not closed`);
      else advance(reader, 1);
    } else if (char === '\\') {
      if (text[pos + 1] === '\n') noteDifference(reader, 'heredoc-delimiter');
      delimiter += text[pos + 1] ?? '';
      quoted = true;
      advance(reader, pos + 1 < text.length ? 2 : 1);
    } else {
      if (char === '$' || char === '`') noteDifference(reader, 'heredoc-delimiter');
      delimiter += char;
      advance(reader, 1);
    }
  }
  if (reader.pos === start) return null;
  return { delimiter, quoted, stripTabs, word: { start, end: reader.pos }, body: null };
}

/** Starts at the first line of the bodies that the line before has announced. */
export function readBodies(reader: Reader, nested: boolean): void {
  const { pending } = reader;
  reader.pending = [];
  for (const heredoc of pending) {
    const { bodyEnd, end, ended } = findEnd(reader, heredoc);
    // Some shells also take a last line like `EOF)` inside a substitution.
    if (!ended && nested) noteDifference(reader, 'heredoc-ending');
    readBody(reader, heredoc, bodyEnd, ended ? { start: bodyEnd + heredocTabs(reader, heredoc, bodyEnd), end } : null);
    reader.pos = end;
    // The newline after a delimiter belongs to it, so that the next body starts on its own line.
    if (ended && reader.text[end] === '\n') advance(reader, 1);
    if (!ended) leftOpen(reader, 'heredoc', `a here-document is not ended by ${JSON.stringify(heredoc.delimiter)}`);
  }
}

function readBody(reader: Reader, heredoc: Heredoc, end: number, ending: { start: number; end: number } | null): void {
  const { pos: start, notes } = reader;
  const before = notes.holes;
  const inner = nestedReader(reader, reader.text.slice(0, end), start, reader.origin);
  const parts = heredoc.quoted ? rawParts(inner) : deeper(reader, () => readExpanding(inner, 'heredoc'), LEVELS);
  const { problem } = inner;
  if (problem !== null) noteDifference(reader, 'heredoc-ending');
  heredoc.body = { start, end, parts, problem, holes: notes.holes - before, ending };
}

/** Nothing but text and holes. */
function rawParts(reader: Reader): Part[] {
  const { text } = reader;
  const parts: Part[] = [];
  while (reader.pos < text.length) {
    const { pos } = reader;
    const hole = holeAt(reader, pos);
    if (hole > 0) parts.push(readHole(reader, hole));
    else {
      const brace = text.indexOf('{{', pos + 1);
      advance(reader, (brace < 0 ? text.length : brace) - pos);
      addLiteral(parts, text, pos, reader.pos);
    }
  }
  return parts;
}

/** Where the delimiter's line starts, and where the text after its last character continues. */
function findEnd(reader: Reader, heredoc: Heredoc): { bodyEnd: number; end: number; ended: boolean } {
  const { text, notes } = reader;
  let joined = false;
  for (let start = reader.pos; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const lineEnd = newline < 0 ? text.length : newline;
    notes.steps += lineEnd + 1 - start;
    const line = text.slice(start + heredocTabs(reader, heredoc, start), lineEnd);
    if (line === heredoc.delimiter) {
      if (!joined) return { bodyEnd: start, end: lineEnd, ended: true };
      // After a continued line: some shells take this as the end, others as text.
      noteDifference(reader, 'heredoc-ending');
    }
    joined = !heredoc.quoted && endsInBackslash(line);
    start = lineEnd + 1;
  }
  return { bodyEnd: text.length, end: text.length, ended: false };
}

function heredocTabs({ text }: Reader, { stripTabs }: Heredoc, start: number): number {
  let count = 0;
  if (stripTabs) while (text[start + count] === '\t') count += 1;
  return count;
}

function endsInBackslash(line: string): boolean {
  let count = 0;
  while (line[line.length - 1 - count] === '\\') count += 1;
  return count % 2 === 1;
}
