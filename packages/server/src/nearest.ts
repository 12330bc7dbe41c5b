/** "Did you mean …?": the known word that takes the fewest edits. */
import { because, type FieldProblem } from '@synapse/contract';

const OTHERS_NAMED = 5;
const GIVEN_CHARS = 64;

/** For a refusal: what was given, and what there is, the nearest first. None where there is nothing. */
export function nearestNamed(field: string, given: string, known: Iterable<string>): FieldProblem[] {
  const all = [...known];
  const short = given.length > GIVEN_CHARS ? `${given.slice(0, GIVEN_CHARS)}…` : given;
  const first = nearest(short, all);
  if (first === undefined) return [];
  const named = [first, ...all.filter((one) => one !== first).slice(0, OTHERS_NAMED)];
  const others = named.join(', ');
  const more = all.length - named.length;
  const problem =
    more > 0
      ? because('name_meant_more', { given: short, others, more })
      : because('name_meant', { given: short, others });
  return [{ field, problem }];
}

export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const edits = editDistance(word, candidate);
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      current.push(Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + change));
    }
    previous = current;
  }
  return previous[b.length]!;
}
