/**
 * What is known of a text before it runs. A pattern is the text itself, with a sign wherever something else will stand:
 * a shell's `*` and `?`, a number, the home, the folder the command starts in, or anything at all.
 */

/** One character of a file's name, as `?` finds it. */
export const ONE = '\uE000';
/** Any run of characters without a slash, as `*` finds it. */
export const STAR = '\uE001';
/** Anything, known only at run time. */
export const ANY = '\uE002';
/** The folder in which the command starts, where nobody said which. */
export const START = '\uE003';
/** The user's home, where nobody said where it is. */
export const HOME = '\uE004';
/** A whole number. */
export const NUMBER = '\uE005';
/** Any path below what stands before it, as `find` finds them: never one that leads up again. */
export const BELOW = '\uE006';

const SIGNS = /[\uE000-\uE00F]/;
const UNKNOWN = /[\uE002\uE005-\uE00F]/;

/** Text of others must not look like a sign. */
export function withoutSigns(text: string): string {
  return SIGNS.test(text) ? text.replace(/[\uE000-\uE00F]/g, '\uFFFD') : text;
}

/** Nothing is left open. */
export function isFixed(pattern: string): boolean {
  return !SIGNS.test(pattern);
}

/** Some of it is decided only at run time, by more than the names of files that are there. */
export function isUnknown(pattern: string): boolean {
  return UNKNOWN.test(pattern);
}

/** Whether a program may take it for an option: it begins with a dash, or nobody knows with what. */
export function mayBeOption(pattern: string): boolean {
  const first = pattern[0];
  return first === '-' || first === ONE || first === STAR || first === ANY;
}

/** For people: `*`, `?`, `~`, and `…` for what nobody knows. */
export function display(pattern: string): string {
  if (!SIGNS.test(pattern)) return pattern;
  return pattern
    .replaceAll(ONE, '?')
    .replaceAll(STAR, '*')
    .replaceAll(START, '.')
    .replaceAll(HOME, '~')
    .replace(/[\uE002\uE005\uE006]/g, '…');
}

/**
 * Whether some text fits both patterns. `ANY` goes over slashes. The left one is a shell's: its `*` and `?` do not find
 * a dot in front of a name.
 */
export function mayBeSame(shells: string, right: string): boolean {
  const left = shells.replaceAll(BELOW, ANY);
  let row = new Set<number>([0]);
  row = closure(row, right);
  for (let at = 0; at < left.length; at += 1) {
    const sign = left[at]!;
    const next = new Set<number>();
    const repeats = sign === STAR || sign === ANY || sign === NUMBER;
    if (repeats) for (const place of row) next.add(place);
    const from = repeats ? spread(row, right, sign, atNameStart(left, at)) : row;
    for (const place of from) {
      if (repeats) {
        next.add(place);
        continue;
      }
      const other = right[place];
      if (other === undefined) continue;
      if (other === STAR || other === ANY) {
        if (other === ANY || sign !== '/') next.add(place);
      } else if (meets(sign, other, atNameStart(left, at))) next.add(place + 1);
    }
    row = closure(next, right);
    if (row.size === 0) return false;
  }
  return row.has(right.length);
}

/** A repeating sign of the right may stand for nothing. */
function closure(places: Set<number>, right: string): Set<number> {
  for (const place of places) {
    const sign = right[place];
    if (sign === STAR || sign === ANY) places.add(place + 1);
  }
  return places;
}

/** All places of the right that a repeating sign of the left may reach. */
function spread(places: Set<number>, right: string, sign: string, start: boolean): Set<number> {
  const reached = new Set(places);
  for (const place of reached) {
    const other = right[place];
    if (other === undefined) continue;
    if (other === STAR || other === ANY || meets(other, sign, start && places.has(place))) reached.add(place + 1);
  }
  return reached;
}

function meets(left: string, right: string, start: boolean): boolean {
  if (left === right || left === ANY || right === ANY) return true;
  if (left === NUMBER || right === NUMBER) return /[0-9]/.test(left === NUMBER ? right : left);
  const wild = left === ONE || left === STAR ? right : right === ONE || right === STAR ? left : null;
  return wild !== null && wild !== '/' && !(start && wild === '.');
}

function atNameStart(pattern: string, at: number): boolean {
  return at === 0 || pattern[at - 1] === '/';
}
