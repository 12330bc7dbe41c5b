/** Pipelines and what joins them. */
import { readBodies } from './read-heredoc.ts';
import { advance, fail, noteContinued, noteDifference, type Reader, skipBlanks, skipComment } from './reader.ts';
import { atClosingWord, peekWord, skipWord } from './reserved-words.ts';
import type { Command, List, ListItem, ListOperator, Pipeline } from './syntax-tree.ts';

/** Skips newlines, comments and blanks, and reads the here-document bodies that begin there. */
export function skipLines(reader: Reader): void {
  for (;;) {
    skipBlanks(reader);
    const char = reader.text[reader.pos];
    if (char === '#') skipComment(reader);
    else if (char === '\n') {
      advance(reader, 1);
      if (reader.pending.length > 0) readBodies(reader, reader.notes.depth > 0);
    } else return;
  }
}

export function readList(reader: Reader): List {
  const items: ListItem[] = [];
  skipLines(reader);
  const { pos: start } = reader;
  while (!atListEnd(reader)) {
    const pipeline = readPipeline(reader);
    const operator = readOperator(reader);
    items.push({ pipeline, operator });
    if (operator === '') break;
    skipLines(reader);
    if ((operator === '&&' || operator === '||') && atListEnd(reader)) fail(reader, `nothing behind ${operator}`);
  }
  return { start, end: reader.pos, items };
}

function atListEnd(reader: Reader): boolean {
  const { text, pos } = reader;
  if (pos >= text.length || text[pos] === ')') return true;
  return atCaseEnd(reader) || atClosingWord(reader);
}

/** `;;`, `;&` or `;;&`. */
export function atCaseEnd({ text, pos }: Reader): boolean {
  return text[pos] === ';' && (text[pos + 1] === ';' || text[pos + 1] === '&');
}

function readOperator(reader: Reader): ListOperator {
  skipBlanks(reader);
  const { text } = reader;
  if (text[reader.pos] === '#') skipComment(reader);
  const char = text[reader.pos];
  if (char === '\n') return '\n';
  if ((char !== ';' && char !== '&' && char !== '|') || atCaseEnd(reader)) return '';
  const doubled = text[reader.pos + 1] === char;
  advance(reader, doubled ? 2 : 1);
  if (!doubled) noteContinued(reader, char === ';' ? ';&' : '&>');
  return doubled ? (char === '&' ? '&&' : '||') : (char as ';' | '&');
}

function readPipeline(reader: Reader): Pipeline {
  const { pos: start } = reader;
  let negated = false;
  for (let { word } = peekWord(reader); word === '!' || isTimePrefix(reader, word); { word } = peekWord(reader)) {
    if (word === 'time') noteDifference(reader, 'time');
    else if (negated) noteDifference(reader, 'negation-form');
    negated = word === '!' ? !negated : negated;
    skipWord(reader);
    skipBlanks(reader);
    if (atListEnd(reader) || '\n;&|'.includes(reader.text[reader.pos]!)) noteDifference(reader, 'negation-form');
  }
  const commands: Command[] = [reader.grammar.command(reader)];
  while (atPipe(reader)) {
    advance(reader, 1);
    if (reader.text[reader.pos] === '&') {
      noteDifference(reader, 'both-pipe', reader.pos - 1);
      advance(reader, 1);
    } else noteContinued(reader, '|&');
    skipLines(reader);
    if (peekWord(reader).word === '!') fail(reader, 'unexpected !');
    commands.push(reader.grammar.command(reader));
  }
  return { start, end: reader.pos, negated, commands };
}

function atPipe(reader: Reader): boolean {
  skipBlanks(reader);
  const { text, pos } = reader;
  return text[pos] === '|' && text[pos + 1] !== '|';
}

/** `time` before something that cannot be an argument. Elsewhere it is read as the program that it is in dash. */
function isTimePrefix(reader: Reader, word: string): boolean {
  if (word !== 'time') return false;
  const { text } = reader;
  let at = peekWord(reader).end;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  reader.notes.steps += at - reader.pos;
  const { word: next } = peekWord({ ...reader, pos: at });
  return text[at] === '(' || ['{', '!', '[[', 'if', 'while', 'until', 'for', 'case', 'select', 'time'].includes(next);
}
