// The phrases that an output could do without most: several words in a row that many lines have.

export interface Phrase {
  readonly text: string;
  /** What stands for it: its first word or words, which say which phrase it is. */
  readonly short: string;
}

/** The words of all lines, one after the other. */
interface Words {
  readonly starts: number[];
  readonly ends: number[];
  /** Which line each stands in, and which is the last word of that line. */
  readonly lines: number[];
  readonly lasts: number[];
  /** A number for the word alone, and one for the word with the blanks before it. */
  readonly alone: number[];
  readonly inside: number[];
}

const MOST_WORDS = 60;
const LONGEST_PHRASE = 24;
const FEWEST_TIMES = 4;
/** What stands for a phrase is so long that it can be recognised. */
const SHORTEST_HEAD = 4;
const WORDS_IN_HEAD = 3;
const SAYS_WHAT = /[\p{L}\d]{2}/u;
/** `MD022/…`, `libx264`, `no-tabs`: made up, unlike the words of a sentence. */
const NAMES = /[A-Za-z].*[\d_/-]|\d.*[A-Za-z]/;
const FEWEST_DROPPED = 10;
const LEAST_GAIN = 30;
/** So many are tried. */
const MOST_FOUND = 40;
/** What the note at the top takes beside the phrase. */
const NOTE = 6;

const ELLIPSIS = '…';

function readWords(lines: readonly string[]): Words {
  const words: Words = { starts: [], ends: [], lines: [], lasts: [], alone: [], inside: [] };
  const ids = new Map<string, number>();
  const idOf = (word: string): number => {
    const known = ids.get(word);
    if (known !== undefined) return known;
    const id = Math.imul(ids.size + 1, 0x9e3779b1) >>> 0;
    ids.set(word, id);
    return id;
  };
  lines.forEach((line, at) => {
    const first = words.starts.length;
    let end = 0;
    while (words.starts.length - first < MOST_WORDS) {
      let start = end;
      while (start < line.length && isBlank(line.charCodeAt(start))) start++;
      if (start >= line.length) break;
      const before = end;
      for (end = start; end < line.length && !isBlank(line.charCodeAt(end)); ) end++;
      words.starts.push(start);
      words.ends.push(end);
      words.lines.push(at);
      words.alone.push(idOf(line.slice(start, end)));
      words.inside.push(idOf(line.slice(before, end)));
    }
    for (let i = first; i < words.starts.length; i++) words.lasts.push(words.starts.length - 1);
  });
  return words;
}

const isBlank = (unit: number): boolean => unit === 32 || unit === 9;

/**
 * The words of a phrase that are kept, or null. They go on to the first word that is no plain one, if it comes soon: `error
 * MD022/…` is found by its rule. A phrase that ends in the sign of a pair would tear a name from its value.
 */
export function headOf(phrase: string): string | null {
  if (/[:=]$/.test(phrase)) return null;
  let found = -1;
  let words = 0;
  for (let end = phrase.indexOf(' ', 1); end > 0 && words < WORDS_IN_HEAD; end = phrase.indexOf(' ', end + 1)) {
    if (phrase[end - 1] === ' ') continue;
    words++;
    const word = phrase.slice(phrase.lastIndexOf(' ', end - 1) + 1, end);
    if (found < 0 ? end >= SHORTEST_HEAD && SAYS_WHAT.test(phrase.slice(0, end)) : NAMES.test(word)) found = end;
    if (found === end && NAMES.test(word)) break;
  }
  return found < 0 || phrase.length - found - 1 < FEWEST_DROPPED ? null : phrase.slice(0, found) + ELLIPSIS;
}

const gainOf = ({ text, short }: Phrase, times: number): number =>
  (text.length - short.length) * (times - 2) - text.length - NOTE;

/**
 * The phrases that could save most, the best first. Runs of words are counted by length. One of n words is only counted
 * where the one of n−1 words occurs often enough, so that the work shrinks quickly; and a run that always goes on in the
 * same way is no phrase of its own.
 */
export function findPhrases(lines: readonly string[]): Phrase[] {
  const words = readWords(lines);
  const found: { readonly phrase: Phrase; readonly gain: number }[] = [];
  let hashes = Float64Array.from(words.alone, (id) => id + 1);
  let places = words.alone.map((_, i) => i);
  let counts = countAll(hashes, places);
  for (let length = 2; length <= LONGEST_PHRASE + 1 && places.length > 0; length++) {
    const [shorter, known] = [hashes, counts];
    const timesOf = (i: number): number => known.get(shorter[i] as number) ?? 0;
    const often = places.filter((i) => timesOf(i) >= FEWEST_TIMES);
    places = often.filter((i) => i + length - 1 <= (words.lasts[i] as number));
    hashes = new Float64Array(shorter.length);
    for (const i of places) hashes[i] = longer(shorter[i] as number, words.inside[i + length - 1] as number);
    counts = countAll(hashes, places);
    if (length === 2) continue;
    const seen = new Set<number>();
    for (const i of often) {
      const hash = shorter[i] as number;
      if (seen.has(hash) || (counts.get(hashes[i] as number) ?? 0) === timesOf(i)) continue;
      seen.add(hash);
      const line = lines[words.lines[i] as number] as string;
      const text = line.slice(words.starts[i], words.ends[i + length - 2]);
      if ((text.length - SHORTEST_HEAD) * timesOf(i) < LEAST_GAIN) continue;
      const short = headOf(text);
      const gain = short === null ? 0 : gainOf({ text, short }, timesOf(i));
      if (short !== null && gain > LEAST_GAIN) found.push({ phrase: { text, short }, gain });
    }
  }
  return found
    .sort((one, other) => other.gain - one.gain)
    .slice(0, MOST_FOUND)
    .map(({ phrase }) => phrase);
}

/** Two halves of 26 bits each. Phrases that are mixed up are found out when they are replaced. */
function longer(hash: number, word: number): number {
  const high = Math.imul((hash / 0x4000000) | 0, 31) ^ word;
  const low = Math.imul((hash & 0x3ffffff) ^ word, 0x01000193);
  return (high & 0x3ffffff) * 0x4000000 + (low & 0x3ffffff) + 1;
}

function countAll(hashes: Float64Array, places: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const i of places) counts.set(hashes[i] as number, (counts.get(hashes[i] as number) ?? 0) + 1);
  return counts;
}
