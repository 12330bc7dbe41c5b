/** A word outside quotes, with the quoted and expanded parts that touch it. */
import { addLiteral } from './literal-part.ts';
import { readEnclosed } from './read-dollar.ts';
import { advance, countPieces, deeper, holeAt, matchHere, noteDifference, type Reader, readHole } from './reader.ts';
import type { Part, Word } from './syntax-tree.ts';

const PLAIN = /[^ \t\n;&|<>()'"$`\\*?[{]+/y;
const TILDE = /~[A-Za-z0-9_.+-]*(?=[/ \t\n;&|<>():]|$)/y;
export const ENDS_WORD = ' \t\n;&|<>()';

/** Empty where no word begins. */
export function readWord(reader: Reader, endsWord: string = ENDS_WORD): Word {
  const { text, pos: start, notes } = reader;
  const before = notes.holes;
  const parts: Part[] = [];
  countPieces(reader, 1);
  if (isProcessSubstitution(reader)) parts.push(processSubstitution(reader));
  const tilde = matchHere(reader, TILDE);
  if (tilde !== '') {
    advance(reader, tilde.length);
    parts.push({ kind: 'tilde', start, end: reader.pos, value: tilde });
  }
  while (reader.pos < text.length && !endsWord.includes(text[reader.pos]!)) readPart(reader, parts);
  settleBrackets(parts);
  if (expandsBraces(parts)) noteDifference(reader, 'brace-expansion', start);
  notes.steps += parts.length;
  return { start, end: reader.pos, parts, holes: notes.holes - before };
}

/** `<(` or `>(` as a word, also where a redirection could stand. */
export function isProcessSubstitution({ text, pos }: Reader): boolean {
  return (text[pos] === '<' || text[pos] === '>') && text[pos + 1] === '(';
}

function processSubstitution(reader: Reader): Part {
  const { pos: start, notes } = reader;
  const before = notes.holes;
  noteDifference(reader, 'process-substitution');
  advance(reader, 2);
  const list = deeper(reader, () => readEnclosed(reader));
  return { kind: 'process', start, end: reader.pos, list, holes: notes.holes - before };
}

function readPart(reader: Reader, parts: Part[]): void {
  const { text, pos: start, grammar } = reader;
  countPieces(reader, 1);
  const char = text[start]!;
  const hole = holeAt(reader, start);
  if (hole > 0) parts.push(readHole(reader, hole));
  else if (char === "'") parts.push(grammar.single(reader));
  else if (char === '"') parts.push(grammar.double(reader));
  else if (char === '$') parts.push(grammar.dollar(reader, 'bare', 'command'));
  else if (char === '`') parts.push(grammar.backticks(reader, 'bare', 'command'));
  else if (char === '\\') {
    const next = text[start + 1];
    advance(reader, next === undefined ? 1 : 2);
    // A continued line joins the text before and after it.
    if (next !== '\n') parts.push({ kind: 'escaped', start, end: reader.pos, value: next ?? char });
  } else if (char === '*' || char === '?' || char === '[') {
    advance(reader, 1);
    parts.push({ kind: 'glob', start, end: reader.pos, value: char });
  } else {
    advance(reader, matchHere(reader, PLAIN).length || 1);
    addLiteral(parts, text, start, reader.pos);
  }
}

/** A `[` that nothing closes means itself, as in the program of that name. */
function settleBrackets(parts: Part[]): void {
  let closed = false;
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at]!;
    if (part.kind === 'literal' && part.value.includes(']')) closed = true;
    if (part.kind === 'glob' && part.value === '[' && !closed) parts[at] = { ...part, kind: 'literal' };
  }
}

/** `{a,b}` and `{1..3}`: the braces, commas and dots are unquoted, though other parts may be quoted. */
function expandsBraces(parts: readonly Part[]): boolean {
  const open: boolean[] = [];
  for (const part of parts) {
    if (part.kind !== 'literal') continue;
    const { value } = part;
    if (open.length === 0 && !value.includes('{')) continue;
    for (let at = 0; at < value.length; at += 1) {
      const char = value[at];
      if (char === '{') open.push(false);
      else if (char === ',' || (char === '.' && value[at + 1] === '.')) {
        if (open.length > 0) open[open.length - 1] = true;
      } else if (char === '}' && open.pop() === true) return true;
    }
  }
  return false;
}
