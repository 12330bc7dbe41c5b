/** One command of a pipeline: simple, or one of the compound ones, with its redirections. */
import { readCase } from './read-case.ts';
import { readDoubleBrackets } from './read-double-brackets.ts';
import { readFor } from './read-for.ts';
import { readFunctionWord } from './read-function.ts';
import { readParentheses } from './read-parentheses.ts';
import { readRedirections } from './read-redirection.ts';
import { readSimple } from './read-simple.ts';
import { advance, countPieces, deeper, fail, matchHere, noteDifference, type Reader, skipBlanks } from './reader.ts';
import { atClosingWord, expectWord, peekWord, skipWord } from './reserved-words.ts';
import type { Command, Group, If, List, Loop } from './syntax-tree.ts';

/** A command without its redirections, which all compound ones may have. */
type Bare<C extends Command> = C extends Command ? Omit<C, 'redirections' | 'start' | 'end'> : never;

const COMPOUND: Readonly<Record<string, (reader: Reader) => Bare<Command>>> = {
  '{': readGroup,
  if: readIf,
  while: (reader) => readLoop(reader, 'while'),
  until: (reader) => readLoop(reader, 'until'),
  for: (reader) => readFor(reader, 'for'),
  select: (reader) => readFor(reader, 'select'),
  case: readCase,
  '[[': readDoubleBrackets,
  function: readFunctionWord,
  coproc: readCoprocess,
};

export function readCommand(reader: Reader): Command {
  // The command, with the pipeline it stands in.
  countPieces(reader, 2);
  skipBlanks(reader);
  const { pos: start, text } = reader;
  const compound = text[start] === '(' ? readParentheses : COMPOUND[peekWord(reader).word];
  if (compound === undefined) {
    if (atClosingWord(reader)) fail(reader, 'a command is missing');
    return readSimple(reader);
  }
  const bare = deeper(reader, () => compound(reader));
  // `f() …`: the redirections belong to its body, which has read them already.
  const redirections = readRedirections(reader);
  return { ...bare, redirections, start, end: reader.pos };
}

function readGroup(reader: Reader): Bare<Group> {
  skipWord(reader);
  const body = filled(reader, reader.grammar.list(reader));
  expectWord(reader, '}');
  return { kind: 'group', body };
}

function readIf(reader: Reader): Bare<If> {
  const branches: { test: List; body: List }[] = [];
  do {
    skipWord(reader);
    const test = filled(reader, reader.grammar.list(reader));
    expectWord(reader, 'then');
    branches.push({ test, body: filled(reader, reader.grammar.list(reader)) });
  } while (peekWord(reader).word === 'elif');
  let otherwise: List | null = null;
  if (peekWord(reader).word === 'else') {
    skipWord(reader);
    otherwise = filled(reader, reader.grammar.list(reader));
  }
  expectWord(reader, 'fi');
  return { kind: 'if', branches, otherwise };
}

function readLoop(reader: Reader, kind: 'while' | 'until'): Bare<Loop> {
  skipWord(reader);
  const test = filled(reader, reader.grammar.list(reader));
  expectWord(reader, 'do');
  const body = filled(reader, reader.grammar.list(reader));
  expectWord(reader, 'done');
  return { kind, test, body };
}

function readCoprocess(reader: Reader): Bare<Command> {
  noteDifference(reader, 'coproc');
  skipWord(reader);
  skipBlanks(reader);
  const named = /[A-Za-z_][A-Za-z0-9_]*[ \t]+(?=[{(])/y;
  advance(reader, matchHere(reader, named).length);
  return { kind: 'coprocess', body: reader.grammar.command(reader) };
}

/** In these, every shell requires at least one command. */
function filled(reader: Reader, list: List): List {
  if (list.items.length === 0 && reader.pos < reader.text.length) fail(reader, 'a command is missing');
  return list;
}
