// A number for the shape of a log line: equal for lines that differ only in times, ids and amounts.

/** What stands for any number, and for any id, in a shape. */
const NUMBER = 1;
const ID = 2;

const OTHER = 0;
const DIGIT = 1;
const HEX_LETTER = 2;
const LETTER = 4;

/** What each UTF-16 unit is: one bit for each kind. */
const KINDS = new Uint8Array(65_536);
for (let unit = 0; unit < 128; unit++) {
  const char = String.fromCharCode(unit);
  if (/[0-9]/.test(char)) KINDS[unit] = DIGIT;
  else if (/[a-f]/i.test(char)) KINDS[unit] = HEX_LETTER;
  else if (/[a-z]/i.test(char)) KINDS[unit] = LETTER;
}

/** Characters beyond this do not distinguish shapes. */
const LOOKED_AT = 600;
/** A UUID that begins before that is read to its end. */
const READ = LOOKED_AT + 40;
const LINE_END = 10;

/** A line is copied here: a unit of an array is read several times faster than a character of a string. */
const bytes = Buffer.allocUnsafeSlow((READ + 2) * 2);
const units = new Uint16Array(bytes.buffer);

export function logKey(line: string): number {
  const start = line.slice(0, READ);
  bytes.write(`\n${start}\n`, 'utf16le');
  return keyOf(1, 1 + start.length);
}

/**
 * Two 26-bit hashes in one number (collisions: one in 2^52). Runs of letters and digits count as they are, with these
 * exceptions. Numbers become one sign, but 0 is not the same as 5, and a three-digit number keeps its first digit
 * (status 200 is not 500). Hexadecimal runs with a digit and long mixed runs are ids.
 */
function keyOf(start: number, lineEnd: number): number {
  let a = 17;
  let b = 31;
  const end = Math.min(lineEnd, start + LOOKED_AT);
  let i = start;
  while (i < end) {
    const first = units[i] as number;
    let kind = KINDS[first] as number;
    if (kind === OTHER) {
      a = (Math.imul(a, 31) + first) | 0;
      i++;
      continue;
    }
    // one run of letters and digits
    let word = a;
    let unit = first;
    let kinds = OTHER;
    let stop = i;
    do {
      kinds |= kind;
      word = (Math.imul(word, 31) + unit) | 0;
      unit = units[++stop] as number;
      kind = KINDS[unit] as number;
    } while (kind !== OTHER && stop < end);
    if (stop - i === 8 && (kinds & LETTER) === 0 && isUuid(i, lineEnd)) {
      a = (Math.imul(a, 31) + ID) | 0;
      stop = i + 36;
    } else if ((kinds & DIGIT) === 0) {
      a = word;
    } else if (kinds === DIGIT) {
      a = (Math.imul(a, 31) + numberSign(i, stop, first)) | 0;
    } else {
      a = mixedRun(a, i, stop, (kinds & LETTER) === 0);
    }
    b = Math.imul(b ^ a, 0x01000193);
    i = stop;
  }
  b = Math.imul(b ^ a, 0x01000193);
  return (a & 0x3ffffff) * 0x4000000 + (b & 0x3ffffff);
}

/** A run of letters and digits that is no id counts as it is, with one sign for each number in it. */
function mixedRun(before: number, start: number, stop: number, isHex: boolean): number {
  const length = stop - start;
  const id = (Math.imul(before, 31) + ID) | 0;
  if (isHex && length >= 6) return id;
  let word = before;
  let digits = 0;
  let inNumber = false;
  for (let i = start; i < stop; i++) {
    const unit = units[i] as number;
    const isDigit = KINDS[unit] === DIGIT;
    if (isDigit) digits++;
    if (!isDigit || !inNumber) word = (Math.imul(word, 31) + (isDigit ? NUMBER : unit)) | 0;
    inNumber = isDigit;
  }
  return length >= 10 && digits >= 2 ? id : word;
}

/** 8-4-4-4-12: some of its parts look like words or numbers, so it is taken as a whole. */
const isUuid = (start: number, lineEnd: number): boolean =>
  units[start + 8] === 45 &&
  units[start + 13] === 45 &&
  units[start + 18] === 45 &&
  units[start + 23] === 45 &&
  start + 36 <= lineEnd;

function numberSign(start: number, stop: number, first: number): number {
  const length = stop - start;
  if (length === 3 && namesStatus(start)) {
    return 1024 + (first - 48) * 100 + ((units[start + 1] as number) - 48) * 10 + ((units[start + 2] as number) - 48);
  }
  if (length === 3 && standsAlone(start, stop)) return 256 + first;
  // 0.4 is an amount; 0 on its own is none
  if (length === 1 && first === 48 && units[stop] !== 46) return 48;
  return length >= 6 ? ID : NUMBER;
}

/** `status=200`, `code=200`: 200 is not 201. */
const namesStatus = (start: number): boolean => STATUS_NAMES.some((name) => endsWith(name, start));
const STATUS_NAMES = ['status=', 'code='].map((name) => Array.from(name, (char) => char.charCodeAt(0)));
const endsWith = (name: readonly number[], end: number): boolean =>
  end > name.length && name.every((unit, i) => units[end - name.length + i] === unit);

/** ` 200 ` and `=200 `: the places of a status. */
function standsAlone(start: number, stop: number): boolean {
  const [before, after] = [units[start - 1], units[stop]];
  return (before === 32 || before === 61) && (after === 32 || after === LINE_END) && !isSize(start);
}

/** `" 200 812`: how much was sent follows the status of a request. */
const isSize = (start: number): boolean =>
  start > 6 &&
  units[start - 6] === 34 &&
  units[start - 5] === 32 &&
  [start - 4, start - 3, start - 2].every((at) => KINDS[units[at] as number] === DIGIT);
