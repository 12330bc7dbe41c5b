/** The code for a command: initials of its useful words, completed by consonants of the last one. Pure. */
import { readWords, type Word } from './word-roles.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const LENGTH = 3;

/** The words that say what a command does: no flags or their values, paths, numbers, quotes, placeholders, `VAR=value`. */
export function usefulWords(command: string): string[] {
  return readWords(command)
    .filter(isUseful)
    .map(({ text }) => text.toLowerCase());
}

function isUseful({ text, role }: Word): boolean {
  if (role === 'flag' || role === 'value' || role === 'assignment' || role === 'target') return false;
  // A letter first, and nothing that belongs to a path, a quote, a placeholder, an expansion or a pattern.
  return /^[a-z]/i.test(text) && !/[/.~'"`\\{}$*?=[\]]/.test(text);
}

/**
 * The code of a command: the first of its candidates that is free, or null when none is. Candidates differ only in
 * their last letter.
 */
export function nameCommand(command: string, isFree: (code: string) => boolean): string | null {
  const words = nameableWords(command);
  if (words.length === 0) return null;
  const last = words.at(-1)!;
  const fill = [...consonants(last), ...vowels(last)];
  const initials = words.map((word) => word[0]!).join('');
  const spare = words.slice(0, -1).reverse().join('') + last;
  const base = (initials + fill.join('') + spare + 'x'.repeat(LENGTH)).slice(0, LENGTH);
  const further = consonants(last).slice(LENGTH - words.length);
  const endings = new Set([base[LENGTH - 1]!, ...further, ...ALPHABET]);
  for (const ending of endings) {
    const code = base.slice(0, LENGTH - 1) + ending;
    if (isFree(code)) return code;
  }
  return null;
}

/** The first three useful words, letters only. For a command that is only a path, the letters of the path. */
function nameableWords(command: string): string[] {
  const useful = usefulWords(command).map(lettersOf);
  const words = useful.length > 0 ? useful : (command.toLowerCase().match(/[a-z]+/g) ?? []);
  return words.slice(0, LENGTH);
}

function lettersOf(word: string): string {
  return word.replace(/[^a-z]/g, '');
}

/** The letters after the initial, in order. */
function consonants(word: string): string[] {
  return [...word.slice(1)].filter((letter) => !'aeiouy'.includes(letter));
}

function vowels(word: string): string[] {
  return [...word.slice(1)].filter((letter) => 'aeiouy'.includes(letter));
}
