// The check below every filter and shape: compares what was taken away with what remains. It knows no tool.
import { type FilterInput, head } from '../filter.ts';
import { type LineKinds, lineKinds, SHORTEST } from './line-keys.ts';
import { countLooks, lookOf } from './line-looks.ts';
import { type Near, readNear } from './near-keys.ts';
import { allShown, missesContent, missesMadeUpName, missesName, shownTokens } from './shown-words.ts';
import { BESIDE, isSentence, namesFailure, WENT_WELL } from './what-is-said.ts';

/** What a line says that so few others resemble is said nowhere else. */
const FEW = 2;
/** Lines that so many resemble are a series, and one that differs from them in a word is its odd member. */
const SERIES = 5;
const MOST_SERIES = 500;
/** A number with so many digits more than those of its series is odd too. */
const MORE_DIGITS = 2;
const LONG_NUMBER = 8;
const LONG_DIGITS = /\d{8}/;
/** If so many differ from a series in the same word, that word is what varies, and none of them is odd. */
const MOST_ODD = 3;
/** A look that so few lines have is foreign to an output; more foreign lines than this, and none is. */
const FOREIGN = 2;
const MOST_FOREIGN = 6;
/** In a shorter output every line looks like no other. */
const FEWEST_LINES = 12;
const FEWEST_CHARS = 2_000;
/** More than this is not an odd line that slipped through, but a filter that does not fit. */
const MOST_KEPT = 20;
const LONGEST_KEPT = 400;
/** So many lines of a series tell whether what varies in it is shown. */
const LOOKED_AT = 8;

export interface Caught {
  /** Lines to be shown as well. */
  readonly kept: readonly string[];
  /** True when there are too many: the result is not to be trusted. */
  readonly torn: boolean;
  /** True when something that the original says is not in the result. */
  readonly cut: boolean;
}

/**
 * Of the lines that resemble few or no others and whose words are not all in the result: those that name a failure,
 * those that differ from the lines of a series by a name, or by a number of another size, and those that name something
 * and look like nothing else in the output. Lines too long to be quoted were rewritten rather than left out.
 */
export function catchLost(
  original: readonly string[],
  result: readonly string[],
  { tick }: Pick<FilterInput, 'tick'>,
  knowsTool: boolean,
): Caught {
  const kinds = lineKinds(original);
  tick();
  const tokens = shownTokens(result);
  const shown = new Set(result);
  tick();
  let series: Series | null = null;
  let looks: ReadonlyMap<number, number> | null = null;
  const lost: Lost[] = [];
  const foreign: string[] = [];
  const alike = new Map<number, number>();
  const looked = new Uint8Array(kinds.counts.length);
  const usual = new Int32Array(kinds.counts.length).fill(UNKNOWN);
  let cut = false;
  for (let i = 0; i < original.length; i++) {
    const line = original[i] as string;
    if (line.length < SHORTEST) continue;
    const kind = kinds.of[i] as number;
    const rare = (kinds.counts[kind] as number) <= FEW;
    if (!rare) {
      // a shape shows the largest numbers by itself
      if (knowsTool && hasOddNumber(line, kind, usual, tokens)) {
        alike.set(-kind, (alike.get(-kind) ?? 0) + 1);
        lost.push({ line, odd: -kind });
      }
      if (cut) continue;
      const before = looked[kind] as number;
      if (before >= LOOKED_AT) continue;
      looked[kind] = before + 1;
    }
    if (shown.has(line)) continue;
    const start = head(line);
    if (allShown(start, tokens)) continue;
    cut ||= missesContent(start, tokens);
    if (!rare || line.length > LONGEST_KEPT || !isSaid(start, knowsTool)) continue;
    if (namesFailure(start) && missesContent(start, tokens)) {
      lost.push({ line, odd: FAILURE_ITSELF });
      continue;
    }
    series ??= readSeries(original, kinds);
    const odd = oddIn(readNear(line), series, tokens);
    if (odd !== null) {
      alike.set(odd, (alike.get(odd) ?? 0) + 1);
      lost.push({ line, odd });
    } else if (isLong(original) && isSentence(start) && missesMadeUpName(start, tokens)) {
      looks ??= countLooks(original);
      if ((looks.get(lookOf(start)) ?? 0) <= FOREIGN) foreign.push(line);
    }
  }
  const kept = new Set<string>();
  for (const { line, odd } of lost) if ((alike.get(odd) ?? 0) <= MOST_ODD) kept.add(line);
  if (foreign.length <= MOST_FOREIGN) for (const line of foreign) kept.add(line);
  return { kept: [...kept].slice(0, MOST_KEPT), torn: kept.size > MOST_KEPT, cut };
}

/** No quoted source, frame or advice. A filter that knows its tool may count what went well, too. */
const isSaid = (start: string, knowsTool: boolean): boolean =>
  !BESIDE.test(start) && !(knowsTool && WENT_WELL.test(start));

interface Lost {
  readonly line: string;
  /** What it shares with a series that it differs from: a key, or the kind of its lines, negative. */
  readonly odd: number;
}

/** For a line that counts by what it says. */
const FAILURE_ITSELF = Number.NEGATIVE_INFINITY;
/** No line of this kind was looked at. */
const UNKNOWN = -1;

/** `new file mode 8485358559` among many of 100644: a number that is too long for its kind of line, and is not shown. */
function hasOddNumber(line: string, kind: number, usual: Int32Array, tokens: ReadonlySet<string>): boolean {
  const known = usual[kind] as number;
  if (known === UNKNOWN) {
    let digits = 0;
    for (const { length } of head(line).match(/\d+/g) ?? []) digits = Math.max(digits, length);
    usual[kind] = digits;
    return false;
  }
  // most lines have no such number, and are not searched twice
  if (known > LONG_NUMBER - MORE_DIGITS || line.length > LONGEST_KEPT || !LONG_DIGITS.test(line)) return false;
  return (line.match(/(?<!\w)\d{8,}(?!\w)/g) ?? []).some((number) => !tokens.has(number));
}

/** Long lines, or many of them. */
const isLong = (lines: readonly string[]): boolean =>
  lines.length >= FEWEST_LINES || lines.reduce((sum, { length }) => sum + length, 0) > FEWEST_CHARS;

interface Series {
  /** Of lines that differ from it in one word. */
  readonly near: ReadonlySet<number>;
  /** Its own lines, and how long their numbers are. */
  readonly digits: ReadonlyMap<number, number>;
}

/** One line of each series speaks for it. */
function readSeries(lines: readonly string[], kinds: LineKinds): Series {
  const near = new Set<number>();
  const digits = new Map<number, number>();
  const seen = new Set<number>();
  for (let i = 0; i < lines.length && seen.size < MOST_SERIES; i++) {
    const kind = kinds.of[i] as number;
    if ((kinds.counts[kind] as number) < SERIES || seen.has(kind)) continue;
    seen.add(kind);
    const one = readNear(lines[i] as string);
    for (const open of one.keys) near.add(open);
    digits.set(one.whole, Math.max(one.digits, digits.get(one.whole) ?? 0));
  }
  return { near, digits };
}

/** What a line shares with the series in which it is odd: all but one word, or all but the size of a number. */
function oddIn({ keys, wordAt, whole, digits }: Near, series: Series, tokens: ReadonlySet<string>): number | null {
  const usual = series.digits.get(whole);
  if (usual !== undefined) return digits >= usual + MORE_DIGITS ? whole : null;
  const at = keys.findIndex((key, i) => series.near.has(key) && missesName(wordAt(i), tokens));
  return at < 0 ? null : (keys[at] as number);
}
