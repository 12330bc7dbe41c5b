/** What `$` begins: parameters, substitutions, arithmetic. */
import { addLiteral } from './literal-part.ts';
import { readAnsi, readEscapeInside } from './read-quotes.ts';
import {
  advance,
  deeper,
  holeAt,
  leftOpen,
  type Mode,
  matchHere,
  noteDifference,
  type Reader,
  readHole,
  type Where,
} from './reader.ts';
import type { List, ParameterOperator, Part } from './syntax-tree.ts';

const NAME = /[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]/y;
const BRACED_NAME = /[#!]?(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])/y;
const OPERATOR = /:?[-+=?]|##?|%%?/y;
const PLAIN = /[^\\$`'"{}]+/y;

export function readDollar(reader: Reader, mode: Mode, where: Where): Part {
  return deeper(reader, () => dollar(reader, mode, where));
}

function dollar(reader: Reader, mode: Mode, where: Where): Part {
  const { text, pos: start } = reader;
  const next = text[start + 1];
  if (holeAt(reader, start + 1) === 0) {
    if (next === '(') return text[start + 2] === '(' ? arithmetic(reader, mode, where) : substitution(reader);
    if (next === '{') return parameter(reader, mode, where);
    if (next === "'" && mode === 'bare') return readAnsi(reader);
    if (next === '"' && mode === 'bare') noteDifference(reader, 'locale-quotes');
    if (next === '[') noteDifference(reader, 'old-arithmetic');
    // A continued line may hide the character that decides.
    if (next === '\\' && text[start + 2] === '\n') noteDifference(reader, 'continued-operator');
  }
  advance(reader, 1);
  const name = matchHere(reader, NAME);
  if (name === '') return { kind: 'literal', start, end: reader.pos, value: '$' };
  advance(reader, name.length);
  return { kind: 'parameter', start, end: reader.pos, name, prefix: '', operator: '', parts: [] };
}

function substitution(reader: Reader): Part {
  const { pos: start, notes } = reader;
  const before = notes.holes;
  advance(reader, 2);
  const list = readEnclosed(reader);
  return { kind: 'substitution', start, end: reader.pos, list, holes: notes.holes - before };
}

/** A list and the `)` after it. Its here-documents are its own. */
export function readEnclosed(reader: Reader): List {
  const outer = reader.pending;
  reader.pending = [];
  const list = reader.grammar.list(reader);
  // A body that would start after the end of its substitution: shells disagree about where it is.
  if (reader.pending.length > 0) noteDifference(reader, 'heredoc-ending');
  reader.pending = outer;
  if (reader.text[reader.pos] === ')') advance(reader, 1);
  else leftOpen(reader, 'other', 'a ( is not closed');
  return list;
}

/**
 * `$((…))`. Shells disagree on `$((a); b)`. So when it does not end as arithmetic, everything after it is uncertain.
 */
function arithmetic(reader: Reader, mode: Mode, where: Where): Part {
  const { pos: start } = reader;
  advance(reader, 3);
  const parts = readArithmetic(reader, mode, where, 'unclear-arithmetic');
  if (parts.some((part) => part.kind === 'literal' && /['"]/.test(part.value))) {
    noteDifference(reader, 'unclear-arithmetic', start);
  }
  return { kind: 'arithmetic', start, end: reader.pos, parts };
}

/** Goes past the `))` that ends it. */
export function readArithmetic(
  reader: Reader,
  mode: Mode,
  where: Where,
  kind: 'unclear-arithmetic' | 'unclear-parentheses',
): Part[] {
  const { text, grammar } = reader;
  const parts: Part[] = [];
  for (let depth = 2; ; ) {
    const char = text[reader.pos];
    if (char === undefined) {
      leftOpen(reader, 'other', 'a (( is not closed');
      return parts;
    }
    const hole = holeAt(reader, reader.pos);
    if (hole > 0) parts.push(readHole(reader, hole));
    else if (char === '$') parts.push(grammar.dollar(reader, mode, where));
    else if (char === '`') parts.push(grammar.backticks(reader, mode, where));
    else {
      if (char === '(') depth += 1;
      else if (char === ')') depth -= 1;
      const endsEarly = char === ')' && depth === 1 && text[reader.pos + 1] !== ')';
      if (endsEarly) noteDifference(reader, kind);
      const { pos } = reader;
      advance(reader, char === '\\' && pos + 1 < text.length ? 2 : 1);
      addLiteral(parts, text, pos, reader.pos);
      if (depth === 0) return parts;
    }
  }
}

/** `${…}`. */
function parameter(reader: Reader, mode: Mode, where: Where): Part {
  const { text, pos: start } = reader;
  advance(reader, 2);
  const named = matchHere(reader, BRACED_NAME);
  advance(reader, named.length);
  const prefix = named.length > 1 && (named[0] === '#' || named[0] === '!') ? named[0] : '';
  let operator = named === '' ? '' : (matchHere(reader, OPERATOR) as ParameterOperator | '');
  const other = named === '' || (operator === '' && text[reader.pos] !== '}');
  if (other || prefix === '!') noteDifference(reader, 'parameter-form', start);
  if (other) operator = '';
  advance(reader, operator.length);
  const pattern = operator.startsWith('#') || operator.startsWith('%');
  const parts = bracedWord(reader, mode, where, pattern);
  const name = named.slice(prefix.length);
  return { kind: 'parameter', start, end: reader.pos, name, prefix, operator: other ? 'other' : operator, parts };
}

/** The word after the operator, past the `}` that ends it. Quotes inside a pattern count even within double quotes. */
function bracedWord(reader: Reader, mode: Mode, where: Where, pattern: boolean): Part[] {
  const { text, grammar } = reader;
  const parts: Part[] = [];
  while (reader.pos < text.length) {
    const { pos } = reader;
    const char = text[pos]!;
    const hole = holeAt(reader, pos);
    if (hole > 0) parts.push(readHole(reader, hole));
    else if (char === '}') {
      advance(reader, 1);
      return parts;
    } else if (char === '\\' && mode === 'bare') {
      advance(reader, pos + 1 < text.length ? 2 : 1);
      if (text[pos + 1] !== '\n')
        parts.push({ kind: 'escaped', start: pos, end: reader.pos, value: text[pos + 1] ?? char });
    } else if (char === '\\') readEscapeInside(reader, parts, where);
    else if (char === '$') parts.push(grammar.dollar(reader, mode, where));
    else if (char === '`') parts.push(grammar.backticks(reader, mode, where));
    else if (mode === 'bare' && char === "'") parts.push(grammar.single(reader));
    else if (mode === 'bare' && char === '"') parts.push(grammar.double(reader));
    else {
      // A quote within a quote: dash, bash and busybox each read it differently.
      if (char === '"' || (char === "'" && pattern)) noteDifference(reader, 'quotes-in-quotes');
      else if (char === "'") noteDifference(reader, 'apostrophe-in-quotes');
      advance(reader, matchHere(reader, PLAIN).length || 1);
      addLiteral(parts, text, pos, reader.pos);
    }
  }
  leftOpen(reader, 'other', 'a ${ is not closed');
  return parts;
}
