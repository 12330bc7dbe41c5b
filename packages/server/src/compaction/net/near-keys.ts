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
const DIGIT = 1;

export function nearOf(line: string): Near {
  const words: string[] = [];
  const hashes: number[] = [];
  let digits = 0;
  const last = Math.min(line.length, LOOKED_AT);
  for (let i = 0; i < last && words.length < MOST_WORDS; ) {
    while (i < last && isBlank(line.charCodeAt(i))) i++;
    const start = i;
    let hash = 7;
    let run = 0;
    for (; i < last && !isBlank(line.charCodeAt(i)); i++) {
      const unit = line.charCodeAt(i);
      if (unit < 48 || unit > 57) {
        hash = (Math.imul(hash, 31) + unit) | 0;
        run = 0;
      } else if (run++ === 0) hash = (Math.imul(hash, 31) + DIGIT) | 0;
      if (run > digits) digits = run;
    }
    if (i > start) {
      words.push(line.slice(start, i));
      hashes.push(hash);
    }
  }
  return { ...keysOf(hashes), words, digits };
}

const isBlank = (unit: number): boolean => unit === 32 || unit === 9;

/** A line of one word has no keys: it would be near to every other. */
function keysOf(words: readonly number[]): Pick<Near, 'keys' | 'whole'> {
  const count = words.length;
  const after = new Int32Array(count + 1);
  for (let i = count - 1; i >= 0; i--) after[i] = (Math.imul(after[i + 1] as number, 37) + (words[i] as number)) | 0;
  const keys: number[] = [];
  let before = count;
  for (let i = 0; i < count; i++) {
    const rest = Math.imul((after[i + 1] as number) ^ Math.imul(i + 1, 0x9e3779b1), 0x01000193);
    if (count > 1) keys.push((before & 0x3ffffff) * 0x4000000 + (rest & 0x3ffffff));
    before = (Math.imul(before, 31) + (words[i] as number)) | 0;
  }
  return { keys, whole: (before & 0x3ffffff) * 0x4000000 + ((after[0] as number) & 0x3ffffff) };
}
