/** `[[ … ]]`: a small language of its own in bash, a program of that name in dash. */
import { skipLines } from './read-list.ts';
import { readWord } from './read-word.ts';
import { advance, fail, matchHere, noteDifference, type Reader } from './reader.ts';
import { peekWord, skipWord } from './reserved-words.ts';
import type { DoubleBrackets, Part, Word } from './syntax-tree.ts';

const OPERATOR = /&&|\|\||[<>()]/y;
/** In a word here, parentheses and the text between them belong to the pattern. */
const ENDS_WORD = ' \t\n;&|<>)';

export function readDoubleBrackets(reader: Reader): Omit<DoubleBrackets, 'redirections' | 'start' | 'end'> {
  noteDifference(reader, 'double-brackets');
  skipWord(reader);
  const words: Word[] = [];
  let matching = false;
  for (;;) {
    skipLines(reader);
    if (reader.pos >= reader.text.length) {
      fail(reader, ']] is missing');
      break;
    }
    if (peekWord(reader).word === ']]') {
      skipWord(reader);
      break;
    }
    const word = readOperand(reader, matching);
    if (word.end === word.start) fail(reader, `unexpected ${reader.text[reader.pos]}`);
    matching = reader.text.slice(word.start, word.end) === '=~';
    words.push(word);
  }
  return { kind: 'double-brackets', words };
}

/** An operator or a word. After `=~`, a parenthesis begins a regular expression. */
function readOperand(reader: Reader, matching: boolean): Word {
  const { pos: start, text, notes } = reader;
  const operator = matching ? '' : matchHere(reader, OPERATOR);
  if (operator !== '') {
    advance(reader, operator.length);
    return { start, end: reader.pos, parts: [literal(text, start, reader.pos)], holes: 0 };
  }
  const before = notes.holes;
  const parts: Part[] = [];
  for (let depth = 0; ; ) {
    parts.push(...readWord(reader, `${ENDS_WORD}(`).parts);
    const char = text[reader.pos];
    if (char === undefined || char === '\n' || char === ';') break;
    if (depth === 0 && char !== '(' && !(matching && char === '|')) break;
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    parts.push(literal(text, reader.pos, reader.pos + 1));
    advance(reader, 1);
  }
  return { start, end: reader.pos, parts, holes: notes.holes - before };
}

function literal(text: string, start: number, end: number): Part {
  return { kind: 'literal', start, end, value: text.slice(start, end) };
}
