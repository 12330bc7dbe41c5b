// The last check of a failed command's output: every line that names an error is there, or their number is stated.
import { FAILURE_WORDS, head } from './filter.ts';

/** Letters, digits, `_` and everything beyond ASCII make words. */
function isWordUnit(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 48 && unit <= 57) ||
    unit === 95 ||
    unit >= 128
  );
}

/** `=== FAILURES ===`, `failures:`: a heading only says that something follows, not what. */
const HEADING =
  /^\W{0,80}(?:failures?|errors?|fail(?:ed)?|failed (?:tests|suites)|(?:short )?test summary info)(?: \d+)?\W{0,80}$/i;

/**
 * Calls back with each word of at least two letters that does not begin with a digit (times and sizes vary) and was not
 * cut (`Dec...`). Stops when the callback returns false.
 */
function eachWord(text: string, visit: (word: string) => boolean): boolean {
  let start = -1;
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && isWordUnit(text.charCodeAt(i))) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      const first = text.charCodeAt(start);
      const isCut = text.startsWith('...', i) || text[i] === '…';
      if (i - start > 1 && (first < 48 || first > 57) && !isCut && !visit(text.slice(start, i).toLowerCase()))
        return false;
      start = -1;
    }
  }
  return true;
}

/**
 * How many lines of the original that name a failure are missing in the result. A filter may regroup what a line says
 * (`file:line: error` under a heading), so a line counts as present when all its words are.
 */
export function countLostFailures(original: readonly string[], result: readonly string[]): number {
  const resultLines = new Set(result);
  let words: Set<string> | null = null;
  let lost = 0;
  for (const line of original) {
    const start = head(line);
    if (!FAILURE_WORDS.test(start) || resultLines.has(line) || HEADING.test(start)) continue;
    if (words === null) {
      const found = new Set<string>();
      for (const kept of result) eachWord(kept, (word) => found.add(word) !== undefined);
      words = found;
    }
    const known = words;
    if (!eachWord(start, (word) => known.has(word))) lost++;
  }
  return lost;
}
