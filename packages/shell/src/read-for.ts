/** `for`, `select`, and bash's `for ((…))`. */
import { skipLines } from './read-list.ts';
import { readDoubled } from './read-parentheses.ts';
import { readWord } from './read-word.ts';
import { advance, fail, noteDifference, type Reader, skipBlanks } from './reader.ts';
import { expectWord, peekWord, skipWord } from './reserved-words.ts';
import type { For, List, Part, Word } from './syntax-tree.ts';
import { plainText } from './word-text.ts';

type BareFor = Omit<For, 'redirections' | 'start' | 'end'>;

export function readFor(reader: Reader, kind: 'for' | 'select'): BareFor {
  if (kind === 'select') noteDifference(reader, 'select');
  skipWord(reader);
  skipBlanks(reader);
  let variable: Word | null = null;
  let words: readonly Word[] | null = null;
  let arithmetic: readonly Part[] = [];
  if (kind === 'for' && reader.text.startsWith('((', reader.pos)) {
    noteDifference(reader, 'arithmetic-for');
    arithmetic = readDoubled(reader);
  } else {
    variable = readWord(reader);
    if (variable.parts.length === 0) fail(reader, `${kind} needs the name of a variable`);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(plainText(variable) ?? '')) noteDifference(reader, 'variable-name');
    skipLines(reader);
    if (peekWord(reader).word === 'in') words = readItems(reader);
  }
  skipBlanks(reader);
  if (reader.text[reader.pos] === ';') advance(reader, 1);
  skipLines(reader);
  return { kind, variable, words, arithmetic, body: readBody(reader) };
}

function readItems(reader: Reader): Word[] {
  skipWord(reader);
  const words: Word[] = [];
  for (;;) {
    skipBlanks(reader);
    const char = reader.text[reader.pos];
    if (char === undefined || '\n;#'.includes(char)) return words;
    const word = readWord(reader);
    if (word.end === word.start) fail(reader, `unexpected ${char}`);
    else words.push(word);
  }
}

function readBody(reader: Reader): List {
  const braces = peekWord(reader).word === '{';
  if (braces) {
    noteDifference(reader, 'brace-body');
    skipWord(reader);
  } else expectWord(reader, 'do');
  const body = reader.grammar.list(reader);
  if (body.items.length === 0 && reader.pos < reader.text.length) fail(reader, 'a command is missing');
  expectWord(reader, braces ? '}' : 'done');
  return body;
}
