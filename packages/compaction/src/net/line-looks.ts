// What a line looks like from afar: how deep it stands, how it begins and ends, which signs it has, and whether it is
// one word, two or more.
import { MATCHED_LENGTH } from '../filter.ts';
import { SHORTEST } from './line-keys.ts';

/** A sign that says what a line is made of: code, a pair, a path, a cell. Each is one bit. */
const SIGNS = '=:;(){}<>"|/\\,@#[]';
const BLANK = 32;
const TAB = 9;

/** Letters are alike, digits are alike, and so are ticks, arrows and frames (U+2000 to U+2BFF); other signs are themselves. */
function kindOf(unit: number): number {
  if (unit >= 0x2000 && unit < 0x2c00) return 4;
  if ((unit >= 97 && unit <= 122) || unit > 127) return 1;
  if (unit >= 65 && unit <= 90) return 2;
  return unit >= 48 && unit <= 57 ? 3 : unit;
}

export function lookOf(line: string): number {
  const end = Math.min(line.length, MATCHED_LENGTH);
  let start = 0;
  while (start < end && (line.charCodeAt(start) === BLANK || line.charCodeAt(start) === TAB)) start++;
  let signs = 0;
  let gaps = 0;
  for (let i = start; i < end; i++) {
    const unit = line.charCodeAt(i);
    if (unit === BLANK) gaps++;
    if (kindOf(unit) !== unit || unit === BLANK) continue;
    const sign = SIGNS.indexOf(line[i] as string);
    if (sign >= 0) signs |= 1 << sign;
  }
  const ends = kindOf(line.charCodeAt(start)) * 128 + kindOf(line.charCodeAt(end - 1));
  return ((signs * 3 + Math.min(start, 2)) * 3 + Math.min(gaps, 2)) * 16_384 + ends;
}

export function countLooks(lines: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const line of lines) {
    if (line.length < SHORTEST) continue;
    const look = lookOf(line);
    counts.set(look, (counts.get(look) ?? 0) + 1);
  }
  return counts;
}
