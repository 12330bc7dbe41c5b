/**
 * Where one text occurs in another, overlapping places included, in time that grows with their lengths alone (Knuth,
 * Morris and Pratt). The engine's own `indexOf` compares a long text again at every place where it nearly occurs.
 */
import type { Steps } from '../redaction/index.ts';

/** Characters between two pauses. */
const STEP = 32_768;

export function* occurrences(text: string, wanted: string): Steps<number[]> {
  const borders = yield* bordersOf(wanted);
  const found: number[] = [];
  for (let at = 0, same = 0; at < text.length; at++) {
    same = follow(wanted, borders, same, text.charCodeAt(at));
    if (same === wanted.length) found.push(at + 1 - same);
    if (at % STEP === STEP - 1) yield;
  }
  return found;
}

/** For each length, how much of the beginning that long stands at its end again, shorter than itself. */
function* bordersOf(wanted: string): Steps<Int32Array> {
  const borders = new Int32Array(wanted.length + 1);
  for (let at = 1, same = 0; at < wanted.length; at++) {
    same = follow(wanted, borders, same, wanted.charCodeAt(at));
    borders[at + 1] = same;
    if (at % STEP === STEP - 1) yield;
  }
  return borders;
}

/** How much of the beginning stands there after one more character. */
function follow(wanted: string, borders: Int32Array, before: number, character: number): number {
  let same = before;
  // Behind the whole text comes nothing: no character is the same.
  while (same > 0 && wanted.charCodeAt(same) !== character) same = borders[same]!;
  return wanted.charCodeAt(same) === character ? same + 1 : same;
}
