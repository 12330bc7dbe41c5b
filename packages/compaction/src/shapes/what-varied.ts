// What varied between the lines that were folded into one: the last time, and the values of a place that has only a few.

const MOST_WORDS = 40;
/** So many values are a set that can be shown. In a short log it may be larger. */
const MOST_VALUES = 8;
const LONGEST = 140;
const SHORT_LOG = 200;
const LONGEST_OF_SHORT = 4_000;
const TIME = /(?<!\d)\d\d:\d\d:\d\d(?:[.,]\d+)?/;
/** An id or an address, not an amount. */
const NAMED = /[A-Za-z]\w*[\d/]|\d\.\d+\.\d|^\w*\[\d+\]:?$/;

export interface Varied {
  /** The words of the first line, and what stood in their places later. */
  readonly first: readonly string[];
  readonly others: (Set<string> | null)[];
  /** The least and the greatest amount in a place. */
  readonly amounts: (Amounts | undefined)[];
  readonly isShort: boolean;
  /** How many lines were folded into the first. */
  lines: number;
  last: string;
}

export const startVaried = (line: string, lines: number): Varied => ({
  first: line.split(' ', MOST_WORDS),
  others: [],
  amounts: [],
  isShort: lines <= SHORT_LOG,
  lines: 0,
  last: line,
});

export function addVaried(varied: Varied, line: string): void {
  varied.last = line;
  varied.lines += 1;
  const { first, others, isShort } = varied;
  const words = line.split(' ', MOST_WORDS);
  if (words.length !== first.length) return;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const known = others[i];
    if (word === first[i]) continue;
    widen(varied, i, word);
    if (known === null) continue;
    if (known === undefined) others[i] = new Set([word]);
    else if (isShort || known.size < MOST_VALUES) known.add(word);
    else if (!known.has(word)) others[i] = null;
  }
}

interface Amounts {
  least: number;
  most: number;
}

/** Of more lines, the range of a bare number says little. */
const MOST_BARE = 20;
const AMOUNT = /^(\D{0,40})((?:0|[1-9]\d{0,5})(?:\.\d{1,6})?)(\D{0,10})$/;

function widen({ first, amounts }: Varied, at: number, word: string): void {
  const [from, now] = [AMOUNT.exec(first[at] as string), AMOUNT.exec(word)];
  if (from === null || now === null || from[1] !== now[1] || from[3] !== now[3]) return;
  const known = amounts[at] ?? { least: Number(from[2]), most: Number(from[2]) };
  amounts[at] = { least: Math.min(known.least, Number(now[2])), most: Math.max(known.most, Number(now[2])) };
}

/** `dur=10…397ms`. */
function rangeOf(word: string, { least, most }: Amounts): string {
  const [, before = '', , after = ''] = AMOUNT.exec(word) ?? [];
  return `${before}${least}…${most}${after}`;
}

/** Values that are nearly as many as the lines are ids: none of them is asked for by name. */
const comesBack = (values: ReadonlySet<string>, lines: number): boolean =>
  values.size * 2 <= lines || ![...values].every((value) => ID.test(value));
/** `req=bcfbe81d`, `/v1/mail/72857`, `sshd[2301]:`. */
const ID = /(?:^|[^0-9a-z])[0-9a-f]{6,64}$|\/\d+$|\[\d+\]:?$/i;

/** ` … also GET,PUT; ord_1044`, or an empty text. Times are said once for the whole log. */
export function sayVaried({ first, others, amounts, last, isShort, lines }: Varied): string {
  const longest = isShort ? LONGEST_OF_SHORT : LONGEST;
  const sets: string[] = [];
  const ends: string[] = [];
  const lastWords = last.split(' ', MOST_WORDS);
  for (let i = 0; i < first.length; i++) {
    const before = first[i] as string;
    const values = others[i];
    const end = lastWords[i];
    if (TIME.test(before)) continue;
    if (!NAMED.test(before)) {
      const range = amounts[i];
      if (range !== undefined && (lines <= MOST_BARE || !/^\d+$/.test(before))) ends.push(rangeOf(before, range));
      continue;
    }
    // amounts that are all different say less than names that come back
    if (values !== undefined && values !== null && (values.size < MOST_VALUES || isShort) && comesBack(values, lines))
      sets.push([...values].join(','));
    else if (lastWords.length === first.length && end !== before && !ID.test(before))
      ends.push(afterFolder(end as string));
  }
  const text = [...(sets.length > 0 ? [`also ${sets.join('; ')}`] : []), ...ends].join('; ');
  return text === '' ? '' : ` … ${text.length > longest ? `${text.slice(0, longest)}…` : text}`;
}

/** `12:03:04…12:09:11`, between the first and the last entry that have a time. */
export function timeSpan(first: string, last: string): string {
  const [from, to] = [TIME.exec(first.slice(0, 200))?.[0], TIME.exec(last.slice(0, 200))?.[0]];
  return from === undefined || to === undefined ? '' : ` ${from}…${to}`;
}

const afterFolder = (word: string): string => word.slice(word.lastIndexOf('/') + 1) || word;
