// Keys of a line with one of its words left open: two lines that share one differ in that word only.

export interface Near {
  /** One for each word that may differ. */
  readonly keys: readonly number[];
  readonly words: readonly string[];
  /** The same for lines that differ only in digits and blanks. */
  readonly whole: number;
  /** The length of its longest number. */
  readonly digits: number;
}

const MOST_WORDS = 40;
const LOOKED_AT = 400;
/** A checksum or an id: all of them are alike. */
const LONG_ID = /^\W?[\w+/=-]{24,}\W{0,2}$/;

const formOf = (word: string): string => (LONG_ID.test(word) && /\d/.test(word) ? '~' : word.replace(/\d+/g, '#'));

/** Words get a number each, so that lines can be compared without looking at their characters again. */
export function createNearReader(): (line: string) => Near {
  const known = new Map<string, number>();
  const numberOf = (word: string): number => {
    const before = known.get(word);
    if (before !== undefined) return before;
    known.set(word, Math.imul(known.size + 1, 0x9e3779b1) | 1);
    return known.get(word) as number;
  };
  return (line) => {
    const words = line
      .slice(0, LOOKED_AT)
      .trim()
      .split(/[ \t]+/, MOST_WORDS);
    let digits = 0;
    for (const { length } of line.slice(0, LOOKED_AT).match(/\d+/g) ?? []) digits = Math.max(digits, length);
    return { ...keysOf(words.map((word) => numberOf(formOf(word)))), words, digits };
  };
}

/** A line of one word has no keys: it would be near to every other. */
function keysOf(words: readonly number[]): Pick<Near, 'keys' | 'whole'> {
  const count = words.length;
  const after = new Int32Array(count + 1);
  for (let i = count - 1; i >= 0; i--) after[i] = (Math.imul(after[i + 1] as number, 37) + (words[i] as number)) | 0;
  const keys: number[] = [];
  let before = count;
  for (let i = 0; i < count; i++) {
    const rest = Math.imul((after[i + 1] as number) ^ Math.imul(i + 1, 0x85ebca6b), 0x01000193);
    if (count > 1) keys.push((before & 0x3ffffff) * 0x4000000 + (rest & 0x3ffffff));
    before = (Math.imul(before, 31) + (words[i] as number)) | 0;
  }
  return { keys, whole: (before & 0x3ffffff) * 0x4000000 + ((after[0] as number) & 0x3ffffff) };
}
