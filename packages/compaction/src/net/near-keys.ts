// Keys of a line with one of its words left open: two lines that share one differ in that word only.

export interface Near {
  /** One for each word that may differ. */
  readonly keys: readonly number[];
  /** The word that the key at this place leaves open. */
  readonly wordAt: (place: number) => string;
  /** The same for lines that differ only in digits and blanks. */
  readonly whole: number;
  /** The length of its longest number. */
  readonly digits: number;
}

const MOST_WORDS = 40;
const LOOKED_AT = 400;
/** A checksum or an id: all of them are alike. */
const LONG_ID = /^\W?[\w+/=-]{24,}\W{0,2}$/;
const SHORTEST_ID = 24;
const ID = 0x7e;
const NUMBER = 0x23;

const isBlank = (unit: number): boolean => unit === 32 || unit === 9;
const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/**
 * Words become numbers in one pass over the characters, with a number in them as one sign: no word is cut out or looked
 * up. Two words that are taken for the same, one pair in four thousand million, show a line too many.
 */
export function readNear(line: string): Near {
  const text = line.slice(0, LOOKED_AT).trim();
  const words: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let digits = 0;
  for (let end = 0; end < text.length && words.length < MOST_WORDS; ) {
    let start = end;
    while (isBlank(text.charCodeAt(start))) start++;
    let hash = 0x811c9dc5;
    let run = 0;
    let hasDigit = false;
    for (end = start; end < text.length; end++) {
      const unit = text.charCodeAt(end);
      if (isBlank(unit)) break;
      if (isDigit(unit)) {
        hasDigit = true;
        if (++run > digits) digits = run;
        if (run === 1) hash = Math.imul(hash ^ NUMBER, 0x01000193);
      } else {
        run = 0;
        hash = Math.imul(hash ^ unit, 0x01000193);
      }
    }
    if (hasDigit && end - start >= SHORTEST_ID && LONG_ID.test(text.slice(start, end))) hash = ID;
    words.push(hash);
    starts.push(start);
    ends.push(end);
  }
  return { ...keysOf(words), wordAt: (place) => text.slice(starts[place], ends[place]), digits };
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
