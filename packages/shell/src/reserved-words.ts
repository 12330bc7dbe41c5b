/** Words that mean something to the shell where a command begins. */
import { ENDS_WORD } from './read-word.ts';
import { advance, fail, type Reader, skipBlanks } from './reader.ts';

const CLOSING = new Set(['then', 'elif', 'else', 'fi', 'do', 'done', 'esac', '}', 'in']);
const LONGEST = 'function'.length;

/** Words that begin with another letter are not reserved: this is seen at once for most words. */
const NONE = { word: '', end: 0 };
const FIRST_LETTERS = 'cdefistuw!{}[]\\';

/** The unquoted word at the cursor, if it is short enough to be reserved; empty otherwise. */
export function peekWord(reader: Reader): { word: string; end: number } {
  const { text } = reader;
  const first = text[reader.pos];
  if (first === undefined || !FIRST_LETTERS.includes(first)) return NONE;
  let word = '';
  let at = reader.pos;
  for (; at < text.length && word.length <= LONGEST; at += 1) {
    const char = text[at]!;
    if (ENDS_WORD.includes(char)) break;
    if (char === '\\' && text[at + 1] === '\n') at += 1;
    else if ((char >= 'a' && char <= 'z') || '{}![]'.includes(char)) word += char;
    else return NONE;
  }
  reader.notes.steps += at - reader.pos;
  return { word: word.length <= LONGEST ? word : '', end: at };
}

/** A word that no command begins with: it ends a list, or is an error. */
export function atClosingWord(reader: Reader): boolean {
  return CLOSING.has(peekWord(reader).word);
}

export function skipWord(reader: Reader): void {
  advance(reader, peekWord(reader).end - reader.pos);
}

/** Reads the reserved word that is required here. */
export function expectWord(reader: Reader, expected: string): void {
  skipBlanks(reader);
  if (peekWord(reader).word === expected) skipWord(reader);
  else fail(reader, `${expected} is missing`);
}
