// Rows in which a long word stands where it stood in the line above: a ditto mark says so. Whoever reads a list knows it,
// and every line can be had back.
import { FAILURE_WORDS, head } from '../filter.ts';

const DITTO = '″';
const HEADING = `(${DITTO} is the word above it)`;
/** A name: a word of a sentence, or the label of what follows, is what its line is found by, unless it is long. */
const SHORTEST_NAME = 6;
const NAME = /^[^|]*(?:[\d_/@-]|\w\.\w|[a-z][A-Z])[^|]*[^:=|]$/;
/** Numbers and times are what a row says. */
const VALUE = /^[^A-Za-z]*$|\t/;
const SHORTEST_WORD = 10;
const LABEL = /[:=]$|\|/;
const LONGEST_LINE = 400;
const REFERS = /^\s*…|\(as above\)$/;
/** So many words must be replaced for the mark to be worth explaining. */
const LEAST_GAIN = 120;

/** The same lines where it gains little, or where the text has such a mark itself. */
export function sayWordsOnce(lines: readonly string[]): readonly string[] {
  let gain = 0;
  let above: readonly string[] = [];
  const result = lines.map((line) => {
    const words = isRow(line) ? line.split(' ') : [];
    const before = above;
    above = words;
    // what names a failure is told every time
    if (words.length < 2 || before.length < 2 || FAILURE_WORDS.test(line)) return line;
    let saved = 0;
    const short = words.map((word, i) => {
      if (before[i] !== word || !isLong(word)) return word;
      saved += word.length - DITTO.length;
      return DITTO;
    });
    gain += saved;
    return saved === 0 ? line : short.join(' ');
  });
  return gain < LEAST_GAIN || lines.some((line) => line.includes(DITTO)) ? lines : [HEADING, ...result];
}

const isLong = (word: string): boolean =>
  word.length >= SHORTEST_NAME &&
  !VALUE.test(word) &&
  (NAME.test(word) || (word.length >= SHORTEST_WORD && !LABEL.test(word)));

/** What refers to another line already, or was cut, is none. */
const isRow = (line: string): boolean => line.length <= LONGEST_LINE && !REFERS.test(head(line));
