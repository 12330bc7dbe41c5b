/** The text of a word once its quotes are gone. */
import type { Part, Word } from './syntax-tree.ts';

/** Quotes and backslashes are removed. What is known only at run time stays as it is written in `text`. */
export function wordText(word: Word, text: string): string {
  return partsText(word.parts, text);
}

export function partsText(parts: readonly Part[], text: string): string {
  let said = '';
  for (const part of parts) {
    if ('value' in part) said += part.value;
    else if (isQuoted(part)) said += partsText(part.parts, text);
    else said += text.slice(part.start, part.end);
  }
  return said;
}

/** The word's value if it is known before the command runs. Null if an expansion, a pattern or a hole decides it. */
export function fixedText(word: Word): string | null {
  return fixedParts(word.parts);
}

function fixedParts(parts: readonly Part[]): string | null {
  let said = '';
  for (const part of parts) {
    if (part.kind === 'literal' || part.kind === 'escaped') said += part.value;
    else if (isQuoted(part)) {
      const inside = fixedParts(part.parts);
      if (inside === null) return null;
      said += inside;
    } else return null;
  }
  return said;
}

/** The word's text if nothing in it is quoted or expanded, as a reserved word must be written. Otherwise null. */
export function plainText(word: Word): string | null {
  return word.parts.every((part) => part.kind === 'literal')
    ? word.parts.map((part) => (part as { value: string }).value).join('')
    : null;
}

function isQuoted(part: Part): part is Part & { readonly kind: 'single' | 'double' | 'ansi' } {
  return part.kind === 'single' || part.kind === 'double' || part.kind === 'ansi';
}
