/**
 * Edits of a shown text, done on what is really there. Pure. A name that stands for a secret is one piece: what is
 * replaced begins and ends outside of it or takes it whole. Where the new text has that name again, the value stays.
 *
 * The work grows with the text, the names in it and the places that are replaced; it pauses between small steps.
 */
import { FILE_LIMITS, type FileEdit, Refusal } from '@synapse/contract';
import type { Steps } from '../redaction/index.ts';
import { whereItOccurs } from './nearest-place.ts';
import { occurrences } from './occurrences.ts';
import { tooLarge } from './read-file.ts';
import type { Stretch } from './shown-text.ts';

/** What is shown, and where the names stand in it. The rest is as it is shown. */
interface Marked {
  readonly text: string;
  readonly starts: readonly number[];
  readonly names: readonly Stretch[];
}

/** Places, names and lines that are handled between two pauses: well under a millisecond. */
const STEP = 1_000;
/** A name may be longer than its value, so what is shown may be longer than a file. */
const MOST_SHOWN = 4 * FILE_LIMITS.bytes;

/** Throws file_edit_ambiguous and file_edit_too_many with the number of the edit, and file_too_large. */
export function* editSteps(
  path: string,
  stretches: readonly Stretch[],
  edits: readonly FileEdit[],
): Steps<readonly Stretch[]> {
  let current = yield* markedOf(stretches);
  let replaced = 0;
  for (const [index, edit] of edits.entries()) {
    const number = index + 1;
    const found = yield* findAll(current, edit.old);
    const { length: count } = found;
    if (count === 0 || (count > 1 && !edit.all)) {
      const where = yield* whereItOccurs(current.text, edit.old, found);
      throw new Refusal('file_edit_ambiguous', { path, edit: number, count, where });
    }
    replaced += count;
    const most = FILE_LIMITS.replacements;
    if (replaced > most) throw new Refusal('file_edit_too_many', { path, edit: number, max: most });
    const length = current.text.length + count * (edit.new.length - edit.old.length);
    if (length > MOST_SHOWN) throw tooLarge(path);
    current = yield* replaceAll(current, found, edit);
    if (realLength(current) > FILE_LIMITS.bytes) throw tooLarge(path);
  }
  return yield* stretchesOf(current);
}

export const realText = (stretches: readonly Stretch[]): string => stretches.map(({ real }) => real).join('');
export const shownText = (stretches: readonly Stretch[]): string => stretches.map(({ shown }) => shown).join('');

function* markedOf(stretches: readonly Stretch[]): Steps<Marked> {
  const starts: number[] = [];
  const names: Stretch[] = [];
  let at = 0;
  for (const stretch of stretches) {
    if (names.length % STEP === STEP - 1) yield;
    if (stretch.hidden) {
      starts.push(at);
      names.push(stretch);
    }
    at += stretch.shown.length;
  }
  return { text: shownText(stretches), starts, names };
}

function* stretchesOf({ text, starts, names }: Marked): Steps<Stretch[]> {
  const stretches: Stretch[] = [];
  let at = 0;
  const plain = (until: number): void => {
    if (until <= at) return;
    const piece = text.slice(at, until);
    stretches.push({ shown: piece, real: piece, hidden: false });
  };
  for (const [index, name] of names.entries()) {
    plain(starts[index]!);
    stretches.push(name);
    at = starts[index]! + name.shown.length;
    if (index % STEP === 0) yield;
  }
  plain(text.length);
  return stretches;
}

function realLength({ text, names }: Marked): number {
  return names.reduce((sum, { real, shown }) => sum + real.length - shown.length, text.length);
}

/** Where `old` stands in what is shown, from left to right, none of them overlapping another. */
function* findAll({ text, starts, names }: Marked, old: string): Steps<number[]> {
  /** Whether a place lies in the middle of a name. */
  const inside = (place: number): boolean => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! < place) low = middle + 1;
      else high = middle;
    }
    return low > 0 && place < starts[low - 1]! + names[low - 1]!.shown.length;
  };
  const found: number[] = [];
  let free = 0;
  for (const at of yield* occurrences(text, old)) {
    if (at < free || inside(at) || inside(at + old.length)) continue;
    found.push(at);
    free = at + old.length;
    if (found.length % STEP === 0) yield;
  }
  return found;
}

function* replaceAll(
  { text, starts, names }: Marked,
  places: readonly number[],
  { old, new: wanted }: FileEdit,
): Steps<Marked> {
  const texts: string[] = [];
  let pieces: string[] = [];
  const next: { readonly starts: number[]; readonly names: Stretch[] } = { starts: [], names: [] };
  let length = 0;
  let at = 0;
  let name = 0;
  const keepUntil = (until: number): void => {
    for (; name < starts.length && starts[name]! < until; name++) {
      next.starts.push(starts[name]! - at + length);
      next.names.push(names[name]!);
    }
    pieces.push(text.slice(at, until));
    length += until - at;
    at = until;
  };
  let done = 0;
  for (const place of places) {
    keepUntil(place);
    const first = name;
    at = place + old.length;
    while (name < starts.length && starts[name]! < at) name++;
    if (name > first) {
      for (const [start, kept] of yield* namesAgain(wanted, names.slice(first, name))) {
        next.starts.push(length + start);
        next.names.push(kept);
      }
    }
    pieces.push(wanted);
    length += wanted.length;
    if (++done % STEP !== 0) continue;
    texts.push(pieces.join(''));
    pieces = [];
    yield;
  }
  keepUntil(text.length);
  return { text: texts.join('') + pieces.join(''), ...next };
}

/** Each name that stood in the old text stands for the same value in the new one: the first for the first, and so on. */
function* namesAgain(wanted: string, old: readonly Stretch[]): Steps<[start: number, name: Stretch][]> {
  const values = new Map<string, { readonly all: Stretch[]; taken: number }>();
  for (const name of old) {
    const known = values.get(name.shown);
    if (known === undefined) values.set(name.shown, { all: [name], taken: 0 });
    else known.all.push(name);
  }
  const longestFirst = [...new Set([...values.keys()].map(({ length }) => length))].sort((a, b) => b - a);
  const again: [number, Stretch][] = [];
  let looked = 0;
  for (let at = wanted.indexOf('{{'); at >= 0; ) {
    const length = longestFirst.find((chars) => values.has(wanted.slice(at, at + chars)));
    if (length !== undefined) {
      const value = values.get(wanted.slice(at, at + length))!;
      again.push([at, value.all[Math.min(value.taken++, value.all.length - 1)]!]);
    }
    at = wanted.indexOf('{{', at + (length ?? 1));
    if (++looked % STEP === 0) yield;
  }
  return again;
}
