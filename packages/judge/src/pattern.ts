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
/** The folder in which the command starts, where it is not given. */
export const START = '\uE003';
/** The user's home, where its place is not given. */
export const HOME = '\uE004';
/** A whole number. */
export const NUMBER = '\uE005';
/** Any path below what stands before it, as `find` finds them: never one that leads up again. */
export const BELOW = '\uE006';

/** Where a path leads that goes up again from what may be a link: to rules it may be any path, and it is as harmless as a link. */
export const LINKED = '\uE007';

const SIGNS = /[\uE000-\uE00F]/;
const UNKNOWN = /[\uE002\uE005\uE006]/;

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

/** Whether a program may take it for an option: it begins with a dash, or its beginning is unknown. */
export function mayBeOption(pattern: string): boolean {
  const first = pattern[0];
  return first === '-' || first === ONE || first === STAR || first === ANY;
}

/** For people: `*`, `?`, `~`, and `…` for what is unknown. */
export function display(pattern: string): string {
  if (!SIGNS.test(pattern)) return pattern;
  return pattern
    .replaceAll(ONE, '?')
    .replaceAll(STAR, '*')
    .replaceAll(START, '.')
    .replaceAll(HOME, '~')
    .replace(/[\uE002\uE005-\uE007]/g, '…');
}

/**
 * Whether some text fits both patterns. `ANY` goes over slashes. The left one is a shell's: its `*` and `?` do not find
 * a dot in front of a name. Each character of the left is compared with each of the right once, whatever they are.
 */
export function mayBeSame(shells: string, right: string): boolean {
  if (isFixed(shells) && !holdsInOrder(shells, literalsOf(right))) return false;
  const left = shells.replaceAll(BELOW, ANY);
  let row = new Uint8Array(right.length + 1);
  let next = new Uint8Array(right.length + 1);
  row[0] = 1;
  passOver(row, right);
  for (let at = 0; at < left.length; at += 1) {
    const sign = left[at]!;
    const start = at === 0 || left[at - 1] === '/';
    next.fill(0);
    if (sign === STAR || sign === ANY || sign === NUMBER) spread(row, next, right, sign, start);
    else advance(row, next, right, sign, start);
    passOver(next, right);
    if (!next.includes(1)) return false;
    [row, next] = [next, row];
  }
  return row[right.length] === 1;
}

/** One character of the left. */
function advance(row: Uint8Array, next: Uint8Array, right: string, sign: string, start: boolean): void {
  for (let place = 0; place < right.length; place += 1) {
    if (row[place] === 0) continue;
    const other = right[place]!;
    if (other === STAR || other === ANY) {
      if (other === ANY || sign !== '/') next[place] = 1;
    } else if (meets(sign, other, start)) next[place + 1] = 1;
  }
}

/** A sign of the left that stands for any number of characters: all places of the right that it may reach. */
function spread(row: Uint8Array, next: Uint8Array, right: string, sign: string, start: boolean): void {
  for (let place = 0; place <= right.length; place += 1) {
    if (row[place] === 1) next[place] = 1;
    const other = right[place];
    if (next[place] === 0 || other === undefined) continue;
    if (other === STAR || other === ANY || meets(other, sign, start && row[place] === 1)) next[place + 1] = 1;
  }
}

/** A repeating sign of the right may stand for nothing. */
function passOver(row: Uint8Array, right: string): void {
  for (let place = 0; place < right.length; place += 1) {
    if (row[place] === 1 && (right[place] === STAR || right[place] === ANY)) row[place + 1] = 1;
  }
}

const literals = new Map<string, readonly string[]>();

/** What a pattern says outright, in its order; kept, for the tables are few. */
function literalsOf(pattern: string): readonly string[] {
  let known = literals.get(pattern);
  if (known === undefined) {
    known = pattern.split(SIGNS).filter((piece) => piece !== '');
    if (literals.size < MOST_KEPT) literals.set(pattern, known);
  }
  return known;
}
const MOST_KEPT = 500;

function holdsInOrder(text: string, pieces: readonly string[]): boolean {
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

function meets(left: string, right: string, start: boolean): boolean {
  if (left === right || left === ANY || right === ANY) return true;
  if (left === NUMBER || right === NUMBER) return /[0-9]/.test(left === NUMBER ? right : left);
  const wild = left === ONE || left === STAR ? right : right === ONE || right === STAR ? left : null;
  return wild !== null && wild !== '/' && !(start && wild === '.');
}
