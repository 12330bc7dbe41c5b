/** Functions: `name() …`, and bash's `function name …`. */
import { skipLines } from './read-list.ts';
import { readWord } from './read-word.ts';
import { advance, deeper, fail, noteDifference, type Reader, skipBlanks } from './reader.ts';
import { skipWord } from './reserved-words.ts';
import type { FunctionDefinition, Word } from './syntax-tree.ts';
import { plainText } from './word-text.ts';

type BareFunction = Omit<FunctionDefinition, 'redirections' | 'start' | 'end'>;

/** Starts at `function`. */
export function readFunctionWord(reader: Reader): BareFunction {
  noteDifference(reader, 'function-word');
  skipWord(reader);
  skipBlanks(reader);
  const name = readWord(reader);
  if (name.end === name.start) fail(reader, 'a function needs a name');
  skipBlanks(reader);
  if (reader.text[reader.pos] === '(') skipParentheses(reader);
  return { kind: 'function', name, body: readBody(reader) };
}

/** Starts at the `(` after a name. */
export function readFunction(reader: Reader, name: Word): FunctionDefinition {
  const plain = plainText(name);
  if (plain === null) fail(reader, 'unexpected (');
  else if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(plain)) noteDifference(reader, 'function-form', name.start);
  skipParentheses(reader);
  const body = deeper(reader, () => readBody(reader));
  return { kind: 'function', name, body, redirections: [], start: name.start, end: reader.pos };
}

function skipParentheses(reader: Reader): void {
  advance(reader, 1);
  skipBlanks(reader);
  if (reader.text[reader.pos] === ')') advance(reader, 1);
  else fail(reader, 'unexpected (');
}

/** bash requires a compound command here, dash takes any command. */
function readBody(reader: Reader): FunctionDefinition['body'] {
  skipLines(reader);
  const { pos } = reader;
  const body = reader.grammar.command(reader);
  if (body.kind === 'simple') noteDifference(reader, 'function-form', pos);
  return body;
}
