// What a cut series still says of its values: all of them if they are few, else the ends, the extremes and the odd ones.

const MOST_DISTINCT = 24;
const LONGEST_SET = 400;
/** A kind of value that so few have is odd. */
const FEW = 3;

export function setOrRange(values: readonly string[]): string {
  const distinct = new Set(values);
  const set = distinct.size <= MOST_DISTINCT ? [...distinct].join(' ') : null;
  return set !== null && set.length <= LONGEST_SET ? set : `${values[0]} … ${values.at(-1)}`;
}

/** Where the smallest and the largest number stand, the first of every kind, and all of a kind that few have. */
export function extremes(values: readonly string[]): number[] {
  const found = new Set<number>();
  let least = { at: -1, number: Number.POSITIVE_INFINITY };
  let most = { at: -1, number: Number.NEGATIVE_INFINITY };
  const kinds = new Map<string, number[]>();
  values.forEach((value, at) => {
    const number = Number(/-?\d+(?:\.\d+)?/.exec(value)?.[0] ?? Number.NaN);
    if (number < least.number) least = { at, number };
    if (number > most.number) most = { at, number };
    const kind = value.replace(/\d+/g, '#');
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [at]);
    else if (known.length <= FEW) known.push(at);
  });
  for (const { at } of [least, most]) if (at >= 0) found.add(at);
  // names that all differ are no kinds
  if (kinds.size <= values.length / 4) {
    for (const at of kinds.values()) for (const one of at.length <= FEW ? at : at.slice(0, 1)) found.add(one);
  }
  return [...found];
}
