/** A simple command: assignments, words, redirections; or a function, which begins like one. */
import { assignmentOf } from './assignment.ts';
import { readFunction } from './read-function.ts';
import { skipLines } from './read-list.ts';
import { atRedirection, isTouchingNumber, readRedirection } from './read-redirection.ts';
import { readWord } from './read-word.ts';
import { advance, fail, noteDifference, type Reader, skipBlanks } from './reader.ts';
import type { Assignment, Command, Redirection, Word } from './syntax-tree.ts';
import { plainText } from './word-text.ts';

export function readSimple(reader: Reader): Command {
  const { text, pos: start } = reader;
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirections: Redirection[] = [];
  for (;;) {
    skipBlanks(reader);
    const char = text[reader.pos];
    if (atRedirection(reader)) {
      redirections.push(readRedirection(reader));
      continue;
    }
    if (char === undefined || '\n;&|)#'.includes(char)) break;
    if (char === '(') {
      const [name] = words;
      if (words.length === 1 && assignments.length + redirections.length === 0) return readFunction(reader, name!);
      fail(reader, 'unexpected (');
      break;
    }
    const word = readWord(reader);
    if (words.length === 0 && plainText(word) === 'time') noteDifference(reader, 'time', word.start);
    if (isTouchingNumber(reader, word)) noteDifference(reader, 'continued-operator');
    if (opensSubscript(reader, word)) noteDifference(reader, 'unclear-subscript', word.start);
    const assignment = atArray(reader, word) ? readArray(reader, word) : assignmentOf(word);
    if (assignment !== null) noteBashForms(reader, assignment);
    if (assignment === null || (words.length > 0 && assignment.elements === null)) words.push(word);
    else assignments.push(assignment);
  }
  if (assignments.length + words.length + redirections.length === 0) fail(reader, 'a command is missing');
  return { kind: 'simple', start, end: end(reader, start), assignments, words, redirections };
}

/** Blanks after the last word do not belong to the command. */
function end({ text, pos }: Reader, start: number): number {
  let at = pos;
  while (at > start && (text[at - 1] === ' ' || text[at - 1] === '\t')) at -= 1;
  return at;
}

/** `name[` that the word does not close: bash reads on to the `]`, past blanks and operators. */
function opensSubscript({ text }: Reader, { start, end, parts }: Word): boolean {
  // The bracket is a part of its own.
  return parts.length > 1 && /^[A-Za-z_][A-Za-z0-9_]*\[[^\]]*$/.test(text.slice(start, end));
}

function noteBashForms(reader: Reader, { start, subscript, elements, append }: Assignment): void {
  if (subscript !== null || elements !== null) noteDifference(reader, 'array', start);
  if (append) noteDifference(reader, 'append', start);
}

function atArray(reader: Reader, word: Word): boolean {
  return reader.text[reader.pos] === '(' && /^[A-Za-z_][A-Za-z0-9_]*\+?=$/.test(plainText(word) ?? '');
}

/** `name=(…)`. Also after `declare` and its like, where it still counts as the command's assignment. */
function readArray(reader: Reader, word: Word): Assignment | null {
  const elements: Word[] = [];
  advance(reader, 1);
  for (skipLines(reader); reader.text[reader.pos] !== ')'; skipLines(reader)) {
    const element = readWord(reader);
    if (element.end === element.start) {
      fail(reader, 'an array is not closed');
      break;
    }
    elements.push(element);
  }
  if (reader.pos < reader.text.length) advance(reader, 1);
  return assignmentOf(word, elements);
}
