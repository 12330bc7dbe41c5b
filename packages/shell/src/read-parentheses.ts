/** `(…)`, and `((…))`, which is arithmetic in bash and two subshells in dash. */
import { readArithmetic } from './read-dollar.ts';
import { advance, fail, noteContinued, noteDifference, type Reader } from './reader.ts';
import type { ArithmeticCommand, Part, Subshell } from './syntax-tree.ts';

type Parentheses = Pick<Subshell, 'kind' | 'body'> | Pick<ArithmeticCommand, 'kind' | 'parts'>;

export function readParentheses(reader: Reader): Parentheses {
  if (reader.text[reader.pos + 1] === '(') {
    noteDifference(reader, 'arithmetic-command');
    return { kind: 'arithmetic', parts: readDoubled(reader) };
  }
  advance(reader, 1);
  noteContinued(reader, '(');
  // Its here-documents belong to the line, not to the subshell: they may begin after the `)`.
  const body = reader.grammar.list(reader);
  if (reader.text[reader.pos] === ')') advance(reader, 1);
  else fail(reader, 'a ( is not closed');
  if (body.items.length === 0) fail(reader, 'a command is missing');
  return { kind: 'subshell', body };
}

/** Reads `((` up to and past its `))`. If it would end elsewhere when read as subshells, what follows is uncertain. */
export function readDoubled(reader: Reader): Part[] {
  const { pos: start } = reader;
  advance(reader, 2);
  const parts = readArithmetic(reader, 'bare', 'command', 'unclear-parentheses');
  if (parts.some(mayEndElsewhere)) noteDifference(reader, 'unclear-parentheses', start);
  return parts;
}

function mayEndElsewhere(part: Part): boolean {
  return part.kind === 'literal' && /[#'"\\\n]|<<|case|esac/.test(part.value);
}
