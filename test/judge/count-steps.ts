/**
 * How much work some code of ours does, counted and not timed: V8 counts how often each block of it runs. What is copied by
 * a single call (a set, a map, a flattened list) or searched by a regular expression counts with its length. It needs no
 * help from the code that is counted.
 */
import { Session } from 'node:inspector/promises';

export interface StepCounter {
  /** The steps of one piece of work. Nothing else may use the files that count meanwhile. */
  count(work: () => unknown): Promise<number>;
  stop(): Promise<void>;
}

/** `folder`: a part of the paths of the files that count. */
export async function createStepCounter(folder: RegExp): Promise<StepCounter> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    count: async (work) => {
      const { copied } = countCopies(work);
      // Taking what was counted sets it back to zero.
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const ours = result.filter(({ url }) => folder.test(url));
      const blocks = ours.flatMap(({ functions }) =>
        functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)),
      );
      return blocks.reduce((sum, count) => sum + count, copied);
    },
    stop: async () => {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

/** While `work` runs, what copies a list in one call says how long it was. */
function countCopies(work: () => unknown): { copied: number } {
  const kept = { Set: globalThis.Set, Map: globalThis.Map, flat: Array.prototype.flat, exec: RegExp.prototype.exec };
  const counted = { copied: 0 };
  const { Set: PlainSet, Map: PlainMap, flat, exec } = kept;
  globalThis.Set = class<T> extends PlainSet<T> {
    constructor(values?: Iterable<T> | null) {
      super(values);
      counted.copied += this.size;
    }
  } as typeof Set;
  globalThis.Map = class<K, V> extends PlainMap<K, V> {
    constructor(entries?: Iterable<readonly [K, V]> | null) {
      super(entries);
      counted.copied += this.size;
    }
  } as typeof Map;
  const flatCounted = function (this: unknown[], depth?: number): unknown[] {
    const result = flat.call(this, depth) as unknown[];
    counted.copied += result.length;
    return result;
  };
  Array.prototype.flat = flatCounted as typeof flat;
  // All that regular expressions do goes through this.
  RegExp.prototype.exec = function execCounted(this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    // One that may match in one place alone does not go on from there.
    const fixed = this.sticky || this.source.startsWith('^');
    const end = found === null ? text.length : found.index + found[0].length;
    counted.copied += fixed ? (found?.[0].length ?? 1) : end - from;
    return found;
  };
  try {
    work();
  } finally {
    globalThis.Set = kept.Set;
    globalThis.Map = kept.Map;
    Array.prototype.flat = kept.flat;
    RegExp.prototype.exec = kept.exec;
  }
  return counted;
}
