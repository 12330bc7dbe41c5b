/** `name=value`, `name+=value`, `name[…]=value`: a word that is an assignment, where one is allowed. */
import type { Assignment, Part, Word } from './syntax-tree.ts';

const PLAIN = /^([A-Za-z_][A-Za-z0-9_]*)(\+?)=/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Null for a word that is no assignment. */
export function assignmentOf(word: Word, elements: readonly Word[] | null = null): Assignment | null {
  const { start, end, parts } = word;
  const [first] = parts;
  if (first?.kind !== 'literal' || (parts.length === 1 && !first.value.includes('='))) return null;
  const name = leadingText(parts);
  const plain = PLAIN.exec(name.text);
  if (plain !== null) {
    const value = partsFrom(parts, plain[0].length);
    return { start, end, name: plain[1]!, subscript: null, append: plain[2] === '+', word, value, elements };
  }
  const bracket = parts[name.count];
  if (bracket?.kind !== 'glob' || bracket.value !== '[' || !NAME.test(name.text)) return null;
  return subscripted(word, name.text, name.count + 1);
}

function subscripted(word: Word, name: string, from: number): Assignment | null {
  const { start, end, parts } = word;
  for (let index = from; index < parts.length; index += 1) {
    const part = parts[index]!;
    const found = part.kind === 'literal' ? /\](\+?)=/.exec(part.value) : null;
    if (found === null) continue;
    const before = piece(part as Literal, 0, found.index);
    const behind = piece(part as Literal, found.index + found[0].length);
    const subscript = [...parts.slice(from, index), ...before];
    const value = [...behind, ...parts.slice(index + 1)];
    return { start, end, name, subscript, append: found[1] === '+', word, value, elements: null };
  }
  return null;
}

type Literal = Part & { readonly kind: 'literal' };

/** The unquoted text at the start of a word. A continued line may have cut it into several parts. */
function leadingText(parts: readonly Part[]): { text: string; count: number } {
  let text = '';
  let count = 0;
  for (const part of parts) {
    if (part.kind !== 'literal') break;
    text += part.value;
    count += 1;
  }
  return { text, count };
}

function partsFrom(parts: readonly Part[], offset: number): Part[] {
  let left = offset;
  let index = 0;
  for (; index < parts.length; index += 1) {
    const { value } = parts[index] as Literal;
    if (left < value.length) break;
    left -= value.length;
    if (left === 0) return parts.slice(index + 1);
  }
  return [...piece(parts[index] as Literal, left), ...parts.slice(index + 1)];
}

function piece({ start, value }: Literal, from: number, to = value.length): Literal[] {
  if (from >= to) return [];
  return [{ kind: 'literal', start: start + from, end: start + to, value: value.slice(from, to) }];
}
