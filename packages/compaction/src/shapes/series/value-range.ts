// What a cut series still says of its values: all of them if they are few, else the ends, the extremes and the odd ones.

const MOST_DISTINCT = 24;
/** Values that come back are names, and their set is worth more room. */
const LONGEST_SET = 2_000;
/** A kind of value that so few have is odd. */
const FEW = 3;

/** Word by word, if all values have as many. */
export function setOrRange(values: readonly string[]): string {
  const words = values.map((value) => value.split(' '));
  const count = words[0]?.length ?? 0;
  if (count === 1 || words.some(({ length }) => length !== count)) return ofOne(values);
  return Array.from({ length: count }, (_, i) => ofOne(words.map((each) => each[i] as string))).join(' ');
}

function ofOne(values: readonly string[]): string {
  const distinct = new Set(values);
  const set = distinct.size <= MOST_DISTINCT || distinct.size <= values.length * 0.75 ? [...distinct].join(',') : null;
  return set !== null && set.length <= LONGEST_SET ? set : `${values[0]} … ${values.at(-1)}`;
}

/** Where the smallest and the largest number stand, the first of every kind, and all of a kind that few have. */
export function extremes(values: readonly string[]): number[] {
  const words = values.map((value) => value.split(' '));
  const count = words[0]?.length ?? 0;
  if (count === 1 || words.some(({ length }) => length !== count)) return extremesOfOne(values);
  return Array.from({ length: count }, (_, i) => extremesOfOne(words.map((each) => each[i] as string))).flat();
}

/** Where the smallest and the largest number stand. */
export function ends(values: readonly string[]): number[] {
  let least = { at: -1, number: Number.POSITIVE_INFINITY };
  let most = { at: -1, number: Number.NEGATIVE_INFINITY };
  values.forEach((value, at) => {
    const number = Number(/-?\d+(?:\.\d+)?/.exec(value)?.[0] ?? Number.NaN);
    if (number < least.number) least = { at, number };
    if (number > most.number) most = { at, number };
  });
  return [least.at, most.at].filter((at) => at >= 0);
}

function extremesOfOne(values: readonly string[]): number[] {
  const found = new Set<number>(ends(values));
  const kinds = new Map<string, number[]>();
  values.forEach((value, at) => {
    const kind = value.replace(/\d+/g, '#');
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [at]);
    else if (known.length <= FEW) known.push(at);
  });
  // names that all differ are no kinds
  if (kinds.size <= values.length / 4) {
    for (const at of kinds.values()) for (const one of at.length <= FEW ? at : at.slice(0, 1)) found.add(one);
  }
  return [...found];
}

/** `2…60` for whole numbers without a gap, after the first. */
export function asRange(values: readonly string[]): string | null {
  if (values.length < 4) return null;
  const first = Number(values[0]);
  const inStep = values.every((value, i) => /^\d{1,9}$/.test(value) && Number(value) === first + i);
  return inStep ? `${values[1]}…${values.at(-1)}` : null;
}
