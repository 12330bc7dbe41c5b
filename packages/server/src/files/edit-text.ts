/**
 * Edits of a shown text, done on what is really there. Pure. A name that stands for a secret is one piece: what is
 * replaced begins and ends outside of it or takes it whole. Where the new text has that name again, the value stays.
 */
import { type FileEdit, Refusal } from '@synapse/contract';
import { whereItOccurs } from './nearest-place.ts';
import type { Stretch } from './shown-text.ts';

/** Throws file_edit_ambiguous, with the number of the edit. */
export function editText(path: string, stretches: readonly Stretch[], edits: readonly FileEdit[]): Stretch[] {
  let current = [...stretches];
  for (const [index, edit] of edits.entries()) {
    const found = findAll(current, edit.old);
    if (found.length === 0 || (found.length > 1 && !edit.all))
      throw new Refusal('file_edit_ambiguous', {
        path,
        edit: index + 1,
        count: found.length,
        where: whereItOccurs(shownText(current), edit.old, found),
      });
    current = replaceAll(current, found, edit);
  }
  return current;
}

export const realText = (stretches: readonly Stretch[]): string => stretches.map(({ real }) => real).join('');
export const shownText = (stretches: readonly Stretch[]): string => stretches.map(({ shown }) => shown).join('');

/** Where `old` stands in what is shown, from left to right, none of them overlapping another. */
function findAll(stretches: readonly Stretch[], old: string): number[] {
  const text = shownText(stretches);
  const inside = insideOfNames(stretches);
  const found: number[] = [];
  for (let at = text.indexOf(old); at >= 0; ) {
    const fits = !inside(at) && !inside(at + old.length);
    if (fits) found.push(at);
    at = text.indexOf(old, fits ? at + old.length : at + 1);
  }
  return found;
}

/** Whether a place lies in the middle of a name. Asked from left to right, but for the ends of overlapping places. */
function insideOfNames(stretches: readonly Stretch[]): (place: number) => boolean {
  const names: [number, number][] = [];
  let at = 0;
  for (const { shown, hidden } of stretches) {
    if (hidden) names.push([at, at + shown.length]);
    at += shown.length;
  }
  return (place) => {
    let [low, high] = [0, names.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (names[middle]![1] <= place) low = middle + 1;
      else high = middle;
    }
    return low < names.length && names[low]![0] < place;
  };
}

function replaceAll(
  stretches: readonly Stretch[],
  places: readonly number[],
  { old, new: wanted }: FileEdit,
): Stretch[] {
  const result: Stretch[] = [];
  const reader = createReader(stretches);
  const add = (stretches: readonly Stretch[]): void => {
    for (const stretch of stretches) result.push(stretch);
  };
  for (const place of places) {
    add(reader.until(place));
    add(rewritten(wanted, reader.until(place + old.length)));
  }
  add(reader.until(Number.POSITIVE_INFINITY));
  return result;
}

/** Cuts the stretches at places of what is shown. Names are never cut. */
function createReader(stretches: readonly Stretch[]) {
  let index = 0;
  let at = 0;
  let rest: Stretch | null = null;
  return {
    until: (place: number): Stretch[] => {
      const taken: Stretch[] = [];
      while (at < place) {
        const next: Stretch | undefined = rest ?? stretches[index++];
        rest = null;
        if (next === undefined) break;
        const left = place - at;
        if (next.hidden || next.shown.length <= left) {
          taken.push(next);
          at += next.shown.length;
        } else {
          const [first, second] = [next.shown.slice(0, left), next.shown.slice(left)];
          taken.push({ shown: first, real: first, hidden: false });
          rest = { shown: second, real: second, hidden: false };
          at = place;
        }
      }
      return taken;
    },
  };
}

/** The new text. Each name that stood in the old one stands for the same value again: the first for the first, and so on. */
function rewritten(wanted: string, old: readonly Stretch[]): Stretch[] {
  const values = new Map<string, Stretch[]>();
  for (const stretch of old) {
    if (stretch.hidden) values.set(stretch.shown, [...(values.get(stretch.shown) ?? []), stretch]);
  }
  const result: Stretch[] = [];
  let at = 0;
  while (at < wanted.length) {
    const next = nextName(wanted, at, [...values.keys()]);
    const end = next?.at ?? wanted.length;
    if (end > at) result.push({ shown: wanted.slice(at, end), real: wanted.slice(at, end), hidden: false });
    if (next === null) break;
    const left = values.get(next.name)!;
    result.push(left.length > 1 ? left.shift()! : left[0]!);
    at = end + next.name.length;
  }
  return result;
}

function nextName(text: string, from: number, names: readonly string[]): { at: number; name: string } | null {
  let first: { at: number; name: string } | null = null;
  for (const name of names) {
    const at = text.indexOf(name, from);
    if (at >= 0 && (first === null || at < first.at || (at === first.at && name.length > first.name.length)))
      first = { at, name };
  }
  return first;
}
