// What varied between the lines that were folded into one: the last time, and the values of a place that has only a few.

const MOST_WORDS = 40;
/** So many values are a set that can be shown. */
const MOST_VALUES = 8;
const LONGEST = 240;

export interface Varied {
  /** The words of the first line, and what stood in their places later. */
  readonly first: readonly string[];
  readonly others: (Set<string> | null)[];
  last: string;
}

export const startVaried = (line: string): Varied => ({ first: line.split(' ', MOST_WORDS), others: [], last: line });

export function addVaried(varied: Varied, line: string): void {
  varied.last = line;
  const { first, others } = varied;
  const words = line.split(' ', MOST_WORDS);
  if (words.length !== first.length) return;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const known = others[i];
    if (word === first[i] || known === null) continue;
    if (known === undefined) others[i] = new Set([word]);
    else if (known.size < MOST_VALUES) known.add(word);
    else if (!known.has(word)) others[i] = null;
  }
}

/** ` … also GET,PUT; last 12:03:09 7ms`, or an empty text. */
export function sayVaried({ first, others, last }: Varied): string {
  const sets: string[] = [];
  const ends: string[] = [];
  const lastWords = last.split(' ', MOST_WORDS);
  for (let i = 0; i < first.length; i++) {
    const values = others[i];
    const end = lastWords[i] as string;
    // amounts that are all different say less than names that come back
    if (values !== undefined && values !== null && values.size < MOST_VALUES && /[A-Za-z]|\d\.\d+\.\d/.test(first[i] ?? ''))
      sets.push([...values].join(','));
    else if (lastWords.length === first.length && end !== first[i]) ends.push(end);
  }
  const said = [sets.length > 0 ? `also ${sets.join('; ')}` : '', ends.length > 0 ? `last ${ends.join(' ')}` : ''];
  const text = said.filter((part) => part !== '').join('; ');
  return text === '' ? '' : ` … ${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}`;
}
