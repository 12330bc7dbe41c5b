// A number for the shape of a log line: equal for lines that differ only in times, ids and amounts.

/** What stands for any number, and for any id, in a shape. */
const NUMBER = 1;
const ID = 2;

const OTHER = 0;
const LETTER = 1;
const HEX_LETTER = 2;
const DIGIT = 3;

/** What each ASCII character is. */
const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const char = String.fromCharCode(unit);
  if (/[0-9]/.test(char)) return DIGIT;
  if (/[a-f]/i.test(char)) return HEX_LETTER;
  return /[a-z]/i.test(char) ? LETTER : OTHER;
});

/** ` 200 ` and `=200 `: the places of a status. */
function standsAlone(line: string, start: number, stop: number): boolean {
  const before = line.charCodeAt(start - 1);
  return (before === 32 || before === 61) && (stop === line.length || line.charCodeAt(stop) === 32);
}

/** Characters beyond this do not distinguish shapes. */
const LOOKED_AT = 600;

/**
 * Two 26-bit hashes in one number (collisions: one in 2^52). Runs of letters and digits count as they are, with these
 * exceptions. Numbers become one sign, but 0 is not the same as 5, and a three-digit number keeps its first digit
 * (status 200 is not 500). Hexadecimal runs with a digit and long mixed runs are ids.
 */
export function logKey(line: string): number {
  let a = 17;
  let b = 31;
  const end = Math.min(line.length, LOOKED_AT);
  let i = 0;
  while (i < end) {
    const unit = line.charCodeAt(i);
    const kind = unit < 128 ? (KINDS[unit] as number) : OTHER;
    if (kind === OTHER) {
      a = (Math.imul(a, 31) + unit) | 0;
      i++;
      continue;
    }
    // one run of letters and digits: its hash as letters is computed as well, and dropped if it is an amount or an id
    let word = a;
    let stop = i;
    let digits = 0;
    let hexLetters = 0;
    let inNumber = false;
    while (stop < end) {
      const one = line.charCodeAt(stop);
      const sort = one < 128 ? (KINDS[one] as number) : OTHER;
      if (sort === OTHER) break;
      if (sort === DIGIT) {
        digits++;
        if (!inNumber) word = (Math.imul(word, 31) + NUMBER) | 0;
        inNumber = true;
      } else {
        if (sort === HEX_LETTER) hexLetters++;
        word = (Math.imul(word, 31) + one) | 0;
        inNumber = false;
      }
      stop++;
    }
    const length = stop - i;
    if (length === 8 && digits + hexLetters === 8 && isUuid(line, i)) {
      a = (Math.imul(a, 31) + ID) | 0;
      stop = i + 36;
    } else if (digits === 0) {
      a = word;
    } else if (digits === length) {
      a = (Math.imul(a, 31) + numberSign(line, i, stop, unit)) | 0;
    } else if ((digits + hexLetters === length && length >= 6) || (length >= 10 && digits >= 2)) {
      a = (Math.imul(a, 31) + ID) | 0;
    } else {
      a = word;
    }
    b = Math.imul(b ^ a, 0x01000193);
    i = stop;
  }
  b = Math.imul(b ^ a, 0x01000193);
  return (a & 0x3ffffff) * 0x4000000 + (b & 0x3ffffff);
}

/** 8-4-4-4-12: some of its parts look like words or numbers, so it is taken as a whole. */
function isUuid(line: string, start: number): boolean {
  return [8, 13, 18, 23].every((at) => line.charCodeAt(start + at) === 45) && start + 36 <= line.length;
}

function numberSign(line: string, start: number, stop: number, first: number): number {
  const length = stop - start;
  if (length === 3 && standsAlone(line, start, stop)) return 256 + first;
  // 0.4 is an amount; 0 on its own is none
  if (length === 1 && first === 48 && line.charCodeAt(stop) !== 46) return 48;
  return length >= 6 ? ID : NUMBER;
}
