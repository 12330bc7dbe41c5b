// Where lines repeat in form: the same line again and again, or a block of several lines.

export interface Run {
  readonly start: number;
  /** Lines per record. */
  readonly period: number;
  readonly records: number;
}

const LONGEST_PERIOD = 16;
const FEWEST_RECORDS = 3;

/**
 * Runs that do not overlap, each as long as it can be. `keys[i]` is empty for a line that is not compared, `depths[i]`
 * says how deep it stands: a record begins with its outermost line.
 */
export function findRuns(keys: readonly string[], depths: readonly number[]): Run[] {
  const count = keys.length;
  /** For each period: how many lines from here on equal the one a period later. */
  const equal = Array.from({ length: LONGEST_PERIOD }, (_, p) => {
    const lengths = new Int32Array(count + 1);
    for (let i = count - p - 2; i >= 0; i--) {
      lengths[i] = keys[i] === keys[i + p + 1] ? (lengths[i + 1] as number) + 1 : 0;
    }
    return lengths;
  });
  const runs: Run[] = [];
  for (let i = 0; i < count; ) {
    let best: Run | null = null;
    for (let period = 1; period <= LONGEST_PERIOD && keys[i] !== ''; period++) {
      const records = Math.floor((equal[period - 1]?.[i] as number) / period) + 1;
      if (records < FEWEST_RECORDS) continue;
      if (best === null || records * period > best.records * best.period * 1.2) best = { start: i, period, records };
    }
    if (best === null) i++;
    else {
      const run = fromOutermost(best, depths);
      if (run.records >= FEWEST_RECORDS) runs.push(run);
      i = run.start + run.period * run.records;
    }
  }
  return runs;
}

function fromOutermost({ start, period, records }: Run, depths: readonly number[]): Run {
  let outer = start;
  for (let i = start + 1; i < start + period; i++) if ((depths[i] as number) < (depths[outer] as number)) outer = i;
  return outer === start ? { start, period, records } : { start: outer, period, records: records - 1 };
}
