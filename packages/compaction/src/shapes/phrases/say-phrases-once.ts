// Several words that many lines have: whole the first and the last time, in the others by their first word. Nothing is
// lost: the first line of the result says each phrase in full.
import { FAILURE_WORDS, head } from '../../filter.ts';
import { findPhrases, type Phrase } from './find-phrase.ts';

const FEWEST_LINES = 6;
const MOST_LINES = 1_000;
const MOST_CHARS = 60_000;
const LONGEST_LINE = 600;
const MOST_PHRASES = 6;
const LEAST_GAIN = 30;
/** If so many lines name a failure, they are a list of findings, and not the one line that says what went wrong. */
const MANY_FAILURES = 0.25;
/** What stands for lines that were merged or left out. */
const NOTE = /^\s*… /;
const OPEN = '(in full: “';
const BETWEEN = '”, “';
const CLOSE = '”)';

/** `mayBeShort`: which phrases may stand in full only at the top. */
export function sayPhrasesOnce(
  lines: readonly string[],
  mayBeShort: (phrase: Phrase) => boolean = () => true,
): readonly string[] {
  if (lines.length < FEWEST_LINES || lines.length > MOST_LINES) return lines;
  const chars = lines.reduce((sum, { length }) => sum + length + 1, 0);
  if (chars > MOST_CHARS || lines.some((line) => line.startsWith(OPEN))) return lines;
  const failures = lines.map((line) => FAILURE_WORDS.test(head(line)));
  const isList = failures.filter(Boolean).length > lines.length * MANY_FAILURES;
  const fits = lines.map((line, i) => line.length <= LONGEST_LINE && !NOTE.test(line) && (isList || !failures[i]));
  const result = [...lines];
  const phrases: string[] = [];
  const fitting = lines.filter((_, i) => fits[i]);
  for (const phrase of findPhrases(fitting)) {
    if (phrases.length === MOST_PHRASES) break;
    if (!mayBeShort(phrase)) continue;
    if (/[“”…]/.test(phrase.text) || FAILURE_WORDS.test(phrase.text.slice(phrase.short.length - 1))) continue;
    if (result.some((line) => line.includes(phrase.short))) continue;
    if (replacePhrase(result, fits, phrase)) phrases.push(phrase.text);
  }
  return phrases.length === 0 ? lines : [`${OPEN}${phrases.join(BETWEEN)}${CLOSE}`, ...result];
}

/** The first and the last line that have it stay whole, so that they can be searched for. False when too few others are left. */
function replacePhrase(lines: string[], fits: readonly boolean[], { text, short }: Phrase): boolean {
  const edges = edgesOf(text);
  const at = lines.flatMap((line, i) => (fits[i] && hasPhrase(line, text, edges) ? [i] : [])).slice(1, -1);
  if (at.length * (text.length - short.length) < text.length + LEAST_GAIN) return false;
  for (const i of at) lines[i] = (lines[i] as string).replaceAll(text, short);
  return true;
}

const PLAIN = /^["'`]?\p{L}[\p{Ll}'-]*["'`]?[.,;!?]?$/u;
const BRACKETED = /^(?:\([^()]*\)|\[[^[\]]*\])$/;

/** Whether a phrase begins, and ends, with a word of a sentence. */
interface Edges {
  readonly first: boolean;
  readonly last: boolean;
}

function edgesOf(text: string): Edges {
  if (BRACKETED.test(text)) return { first: false, last: false };
  const words = text.split(/[ \t]+/);
  return { first: PLAIN.test(words[0] as string), last: PLAIN.test((words.at(-1) as string).replace(/[)\]}]+$/, '')) };
}

/** What a sentence says of a name stays in one piece with it: words are only shortened up to where a clause ends. */
function hasPhrase(line: string, text: string, edges: Edges): boolean {
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + text.length)) {
    const end = at + text.length;
    if (isWordPart(line[at - 1]) || isWordPart(line[end])) return false;
    if (edges.first && !beginsClause(line, at)) return false;
    if (edges.last && !ENDS_CLAUSE.test(line.slice(end, end + 3))) return false;
  }
  return line.includes(text);
}

const isWordPart = (sign: string | undefined): boolean => sign !== undefined && sign !== ' ' && sign !== '\t';
const ENDS_CLAUSE = /^(?:$|\s{2}|\t|\s[([{<|])/;
const LONGEST_NAME = 60;

/** After the sign that ends a label, after a gap, or after a made-up name such as that of a rule. */
function beginsClause(line: string, at: number): boolean {
  const before = line.slice(Math.max(0, at - LONGEST_NAME), at);
  if (/(?:^|[:\])}>|]\s|\s\s|\t)$/.test(before)) return true;
  const word = before.slice(before.lastIndexOf(' ', before.length - 2) + 1);
  return /^[A-Za-z@]/.test(word) && /[\d/]|\w-\w/.test(word);
}
