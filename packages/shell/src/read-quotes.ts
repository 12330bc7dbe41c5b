/** Quoted text: `'…'`, `"…"`, `$'…'`, and the inside of an expanding here-document. */
import { decodeEscape } from './decode-escape.ts';
import { addLiteral } from './literal-part.ts';
import { advance, holeAt, leftOpen, matchHere, noteDifference, type Reader, readHole } from './reader.ts';
import type { Part } from './syntax-tree.ts';

const UNTIL_SINGLE = /[^'{]+/y;
const UNTIL_ANSI = /[^'{\\]+/y;
const UNTIL_EXPANSION = /[^"\\$`{]+/y;

export function readSingle(reader: Reader): Part {
  const { pos: start, text } = reader;
  const parts: Part[] = [];
  advance(reader, 1);
  while (reader.pos < text.length) {
    const hole = holeAt(reader, reader.pos);
    if (text[reader.pos] === "'") {
      advance(reader, 1);
      return { kind: 'single', start, end: reader.pos, parts };
    }
    if (hole > 0) parts.push(readHole(reader, hole));
    else readRun(reader, parts, UNTIL_SINGLE);
  }
  leftOpen(reader, 'quotes', "a ' is not closed");
  return { kind: 'single', start, end: reader.pos, parts };
}

export function readDouble(reader: Reader): Part {
  const { pos: start } = reader;
  advance(reader, 1);
  const parts = readExpanding(reader, 'quotes');
  return { kind: 'double', start, end: reader.pos, parts };
}

/**
 * Text in which `$`, backticks and backslashes work. Reads past its closing `"`, or to the end of a here-document's
 * body.
 */
export function readExpanding(reader: Reader, where: 'quotes' | 'heredoc'): Part[] {
  const { text, grammar } = reader;
  const parts: Part[] = [];
  while (reader.pos < text.length) {
    const char = text[reader.pos];
    const hole = holeAt(reader, reader.pos);
    if (hole > 0) parts.push(readHole(reader, hole));
    else if (char === '\\') readEscapeInside(reader, parts, where);
    else if (char === '$') parts.push(grammar.dollar(reader, 'inside', where));
    else if (char === '`') parts.push(grammar.backticks(reader, 'inside', where));
    else if (char === '"' && where === 'quotes') {
      advance(reader, 1);
      return parts;
    } else readRun(reader, parts, UNTIL_EXPANSION);
  }
  if (where === 'quotes') leftOpen(reader, 'quotes', 'a " is not closed');
  return parts;
}

/** A backslash inside double quotes. It is removed only before a character that has a meaning there. */
export function readEscapeInside(reader: Reader, parts: Part[], where: 'quotes' | 'heredoc' | 'command'): void {
  const { text, pos: start } = reader;
  const next = text[start + 1] ?? '';
  if (next === '' || holeAt(reader, start + 1) > 0) {
    advance(reader, 1);
    addLiteral(parts, text, start, start + 1);
    return;
  }
  advance(reader, 2);
  if (next === '\n') return;
  if ('$`\\'.includes(next) || (next === '"' && where !== 'heredoc')) {
    parts.push({ kind: 'escaped', start, end: start + 2, value: next });
  } else addLiteral(parts, text, start, start + 2);
}

/**
 * Starts at `$'`. Older dash reads a `$` and a plain quote, so an escaped quote inside ends it there and not
 * elsewhere.
 */
export function readAnsi(reader: Reader): Part {
  const { pos: start, text } = reader;
  const parts: Part[] = [];
  noteDifference(reader, 'ansi-quotes');
  // Also for what comes before it: that text, too, may be read differently.
  if (hasEscapedQuote(reader, start + 2)) noteDifference(reader, 'ansi-quotes-escape');
  advance(reader, 2);
  while (reader.pos < text.length) {
    const char = text[reader.pos]!;
    const hole = holeAt(reader, reader.pos);
    if (hole > 0) parts.push(readHole(reader, hole));
    else if (char === "'") {
      advance(reader, 1);
      return { kind: 'ansi', start, end: reader.pos, parts };
    } else if (char === '\\' && holeAt(reader, reader.pos + 1) === 0) {
      const { pos } = reader;
      const { length, value } = decodeEscape(text, pos);
      advance(reader, length);
      parts.push({ kind: 'escaped', start: pos, end: reader.pos, value });
    } else readRun(reader, parts, UNTIL_ANSI);
  }
  leftOpen(reader, 'quotes', "a $' is not closed");
  return { kind: 'ansi', start, end: reader.pos, parts };
}

function hasEscapedQuote(reader: Reader, from: number): boolean {
  const { text, notes } = reader;
  for (let at = from; at < text.length && text[at] !== "'"; at += 1) {
    notes.steps += 1;
    if (text[at] !== '\\') continue;
    at += 1;
    if (text[at] === "'") return true;
  }
  return false;
}

/** Plain text up to where the pattern stops, or one character if it stops at once. */
function readRun(reader: Reader, parts: Part[], pattern: RegExp): void {
  const { pos: start, text } = reader;
  advance(reader, matchHere(reader, pattern).length || 1);
  addLiteral(parts, text, start, reader.pos);
}
