/** What compaction made of an output, line by line: what the assistant also sees, what it does not, what was added. */

export type LineKind = 'same' | 'gone' | 'new' | 'fold';

export interface Difference {
  readonly lines: readonly string[];
  readonly kinds: readonly LineKind[];
}

/** A longer row of lines that are gone is folded, but for its ends. */
const SHOWN_GONE = 6;

export function difference(raw: string, compacted: string, folded: (lines: number) => string): Difference {
  const before = linesOf(raw);
  const after = linesOf(compacted);
  const lines: string[] = [];
  const kinds: LineKind[] = [];
  const push = (kind: LineKind, text: string): void => {
    kinds.push(kind);
    lines.push(text);
  };
  const pushGone = (gone: readonly string[]): void => {
    const folds = gone.length > 2 * SHOWN_GONE;
    for (const text of folds ? gone.slice(0, SHOWN_GONE) : gone) push('gone', text);
    if (!folds) return;
    push('fold', folded(gone.length - 2 * SHOWN_GONE));
    for (const text of gone.slice(-SHOWN_GONE)) push('gone', text);
  };
  const places = placesOf(before);
  let at = 0;
  for (const text of after) {
    const next = places.get(text)?.find(at) ?? -1;
    // A line without words is met again by chance: it joins nothing that is far away.
    if (next < 0 || (next > at && !/\w\w/.test(text))) {
      push('new', text);
      continue;
    }
    pushGone(before.slice(at, next));
    push('same', text);
    at = next + 1;
  }
  pushGone(before.slice(at));
  return { lines, kinds };
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

interface Places {
  /** The first place from there on; asked with places that only grow. */
  find(from: number): number;
}

function placesOf(lines: readonly string[]): Map<string, Places> {
  const all = new Map<string, number[]>();
  for (const [index, text] of lines.entries()) {
    const known = all.get(text);
    if (known === undefined) all.set(text, [index]);
    else known.push(index);
  }
  const places = new Map<string, Places>();
  for (const [text, indexes] of all) {
    let next = 0;
    places.set(text, {
      find: (from) => {
        while (next < indexes.length && indexes[next]! < from) next++;
        return indexes[next] ?? -1;
      },
    });
  }
  return places;
}
