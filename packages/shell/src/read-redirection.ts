/** `<`, `>`, `2>&1`, `<<EOF` and their like. */
import { readDelimiter } from './read-heredoc.ts';
import { isProcessSubstitution, readWord } from './read-word.ts';
import { advance, fail, matchHere, noteContinued, noteDifference, type Reader, skipBlanks } from './reader.ts';
import type { Redirection, Word } from './syntax-tree.ts';
import { fixedText, plainText } from './word-text.ts';

const OPERATOR = /<<<|<<-?|<>|<&|>>|>&|>\||&>>?|[<>]/y;
const DESCRIPTOR = /(?:[0-9]+|\{[A-Za-z_][A-Za-z0-9_]*\})(?=[<>])/y;

/** The number before a redirection, or bash's `{name}`. Empty when there is none. */
function peekDescriptor(reader: Reader): string {
  return matchHere(reader, DESCRIPTOR);
}

export function atRedirection(reader: Reader): boolean {
  const { text, pos } = reader;
  const char = text[pos];
  if (char === '<' || char === '>') return !isProcessSubstitution(reader);
  return (char === '&' && text[pos + 1] === '>') || peekDescriptor(reader) !== '';
}

/** A number directly before `<` or `>` that was read as a word anyway. */
export function isTouchingNumber({ text, pos }: Reader, word: Word): boolean {
  return (text[pos] === '<' || text[pos] === '>') && /^[0-9]+$/.test(plainText(word) ?? '');
}

/** After a compound command. */
export function readRedirections(reader: Reader): Redirection[] {
  const found: Redirection[] = [];
  for (skipBlanks(reader); atRedirection(reader); skipBlanks(reader)) found.push(readRedirection(reader));
  return found;
}

export function readRedirection(reader: Reader): Redirection {
  const { pos: start } = reader;
  const descriptor = peekDescriptor(reader);
  if (descriptor.startsWith('{')) noteDifference(reader, 'named-descriptor');
  else if (descriptor.length > 1) noteDifference(reader, 'long-descriptor');
  advance(reader, descriptor.length);
  const operator = matchHere(reader, OPERATOR) as Redirection['operator'];
  if (operator.startsWith('&')) noteDifference(reader, 'both-redirection');
  if (operator === '<<<') noteDifference(reader, 'here-string');
  advance(reader, operator.length);
  noteContinued(reader, '<>&|(-');
  if (operator === '<<' || operator === '<<-') {
    const heredoc = readDelimiter(reader, operator === '<<-');
    if (heredoc === null) fail(reader, 'a here-document needs a delimiter');
    else reader.pending.push(heredoc);
    return { start, end: reader.pos, operator, descriptor, target: null, heredoc };
  }
  skipBlanks(reader);
  const target = readWord(reader);
  if (target.end === target.start) fail(reader, `nothing behind ${operator}`);
  if (isTouchingNumber(reader, target)) noteDifference(reader, 'touching-redirections', start);
  if (operator === '>&' && !/^(?:[0-9]|[0-9]?-)$/.test(fixedText(target) ?? '0')) {
    noteDifference(reader, 'both-redirection', start);
  }
  return { start, end: reader.pos, operator, descriptor, target, heredoc: null };
}
