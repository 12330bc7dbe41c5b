/** `case … in … esac`, whose patterns end in a `)` that closes nothing. */
import { atCaseEnd, skipLines } from './read-list.ts';
import { readWord } from './read-word.ts';
import { advance, fail, noteContinued, noteDifference, type Reader, skipBlanks } from './reader.ts';
import { expectWord, peekWord, skipWord } from './reserved-words.ts';
import type { Case, CaseClause, Word } from './syntax-tree.ts';

export function readCase(reader: Reader): Omit<Case, 'redirections' | 'start' | 'end'> {
  skipWord(reader);
  skipBlanks(reader);
  const subject = readWord(reader);
  if (subject.end === subject.start) fail(reader, 'case needs a word');
  skipLines(reader);
  expectWord(reader, 'in');
  skipLines(reader);
  const clauses: CaseClause[] = [];
  while (reader.pos < reader.text.length && peekWord(reader).word !== 'esac') {
    const clause = readClause(reader);
    clauses.push(clause);
    skipLines(reader);
    if (clause.ending === '') break;
  }
  expectWord(reader, 'esac');
  return { kind: 'case', subject, clauses };
}

function readClause(reader: Reader): CaseClause {
  const { text } = reader;
  const patterns: Word[] = [];
  if (text[reader.pos] === '(') advance(reader, 1);
  for (;;) {
    skipBlanks(reader);
    const pattern = readWord(reader);
    if (pattern.end === pattern.start) fail(reader, 'a pattern is missing');
    patterns.push(pattern);
    skipBlanks(reader);
    if (text[reader.pos] !== '|') break;
    advance(reader, 1);
  }
  if (text[reader.pos] === ')') advance(reader, 1);
  else fail(reader, 'a ) is missing');
  const body = reader.grammar.list(reader);
  return { patterns, body, ending: readEnding(reader) };
}

function readEnding(reader: Reader): CaseClause['ending'] {
  if (!atCaseEnd(reader)) return '';
  const ending = [';;&', ';;', ';&'].find((text) => reader.text.startsWith(text, reader.pos)) as CaseClause['ending'];
  if (ending !== ';;') noteDifference(reader, 'case-fall-through');
  advance(reader, ending.length);
  if (ending === ';;') noteContinued(reader, '&');
  return ending;
}
