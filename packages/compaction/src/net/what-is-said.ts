// What a line is about: a failure, something that went well, quoted source and advice, or what somebody says.

/** The word stands for itself: `error:`, not `liberror-perl`, `isError.js` or `panic.go`. */
const FAILURE =
  /(?<![\w./$-])(?:errors?|fail(?:ed|ure|s)?|fatal|panic(?:ked)?|denied|refused|critical|segfault|abort(?:ed)?|cannot|unable|timed out)(?![\w./(=-])|[a-z](?:Error|Exception|Denied)(?=:|\s|$)/i;
/** A line that says of itself that it went well may name a failure: the name of a test, for instance. */
export const WENT_WELL =
  /^\s*(?:[✓✔√○↓]|ok\b|pass|--- PASS)|\b(?:ok|passed|skipped|success|succeeded)\b[\s)\]]*(?:[([].{0,40})?$/i;
const SAYS_NONE = /\b(?:0|no) (?:\w+ )?(?:errors?|failures?|failed)\b|\b(?:errors?|failures?|failed)\W{1,3}0\b/i;
/** Quoted source, frames, headings and advice: about a failure, but not what it is. */
export const BESIDE =
  /^\s*(?:at |\d+: |\d+ *[|│]|[>|│]|from |#)|^[\W_]+(?:[A-Za-z][A-Za-z ]*\d*|(?<= )\d+)[\W_]+$|^[\W_]{3,}$|^\W*(?:\[?error\]?:? )?\W*(?:hint|for more|for lists|see |to see|re-?run|use )/i;

/** Filters parse a record in JSON and write it anew. */
export const namesFailure = (line: string): boolean =>
  FAILURE.test(line) && !line.includes('{"') && !WENT_WELL.test(line) && !SAYS_NONE.test(line);

const LONGEST_SENTENCE = 40;
/** Advice quotes what to type: `` run with `RUST_BACKTRACE=1` ``. A row has columns. */
const NOT_SAID = /`|"[^" ]* [^"]*"|\S {3}/;

/** Somebody says something: at least half of it are plain words. Frames, rulers and records are not said by anybody. */
export function isSentence(line: string): boolean {
  if (NOT_SAID.test(line)) return false;
  const words = line.trim().split(/[ \t]+/, LONGEST_SENTENCE);
  const plain = words.filter((word) => /^[("'`]?\p{L}[\p{Ll}'-]+[)"'`]?[.,:;!?]?$/u.test(word)).length;
  return plain >= 3 && plain * 2 >= words.length;
}
