// A number for the shape of a log line: equal for lines that differ only in times, ids and amounts.

/** What stands for any number, and for any id, in a shape. */
const NUMBER = 1;
const ID = 2;

const isDigit = (unit: number) => unit >= 48 && unit <= 57;
const isLetter = (unit: number) => (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
const isHexLetter = (unit: number) => (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70);

/** ` 200 ` and `=200 `: where a status stands. */
function standsAlone(line: string, start: number, stop: number): boolean {
  const before = line.charCodeAt(start - 1);
  return (before === 32 || before === 61) && (stop === line.length || line.charCodeAt(stop) === 32);
}

/** Characters beyond this do not tell shapes apart. */
const LOOKED_AT = 600;

/**
 * Two 26-bit hashes in one number (collisions: one in 2^52). Runs of letters and digits count as they are, except:
 * numbers become one sign, but 0 is not the same as 5, and a three-digit number keeps its first digit (status 200 is not 500);
 * hexadecimal runs with a digit and long mixed runs are ids.
 */
export function logKey(line: string): number {
  let a = 17;
  let b = 31;
  const end = line.length < LOOKED_AT ? line.length : LOOKED_AT;
  let i = 0;
  while (i < end) {
    const unit = line.charCodeAt(i);
    if (!isDigit(unit) && !isLetter(unit)) {
      a = (Math.imul(a, 31) + unit) | 0;
      b = (Math.imul(b, 131) + unit) | 0;
      i++;
      continue;
    }
    let stop = i;
    let digits = 0;
    let hexLetters = 0;
    while (stop < end) {
      const one = line.charCodeAt(stop);
      if (isDigit(one)) digits++;
      else if (isHexLetter(one)) hexLetters++;
      else if (!isLetter(one)) break;
      stop++;
    }
    const length = stop - i;
    if (digits === length) {
      const sign =
        length === 3 && standsAlone(line, i, stop)
          ? 256 + unit
          : length === 1 && unit === 48
            ? 48
            : length >= 6
              ? ID
              : NUMBER;
      a = (Math.imul(a, 31) + sign) | 0;
      b = (Math.imul(b, 131) + sign) | 0;
    } else if (digits > 0 && ((digits + hexLetters === length && length >= 6) || (length >= 10 && digits >= 2))) {
      a = (Math.imul(a, 31) + ID) | 0;
      b = (Math.imul(b, 131) + ID) | 0;
    } else {
      let inNumber = false;
      for (let n = i; n < stop; n++) {
        const one = line.charCodeAt(n);
        if (isDigit(one)) {
          if (inNumber) continue;
          inNumber = true;
          a = (Math.imul(a, 31) + NUMBER) | 0;
          b = (Math.imul(b, 131) + NUMBER) | 0;
        } else {
          inNumber = false;
          a = (Math.imul(a, 31) + one) | 0;
          b = (Math.imul(b, 131) + one) | 0;
        }
      }
    }
    i = stop;
  }
  return (a & 0x3ffffff) * 0x4000000 + (b & 0x3ffffff);
}
