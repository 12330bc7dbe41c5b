/** A diff of two texts in the unified form, in a bounded number of steps. Pure. */

const CONTEXT = 3;
/** Beyond this, what lies between the first and the last difference is shown as one change. */
const MOST_STEPS = 4_000_000;

/** Empty for equal texts. */
export function fileDiff(before: string, after: string, name: string): string {
  if (before === after) return '';
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const hunks = hunksOf(changesOf(old, fresh), old, fresh);
  return [`--- ${name}`, `+++ ${name}`, ...hunks].join('\n');
}

/** Each with its end, so that a missing last newline is a difference. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop()!;
  const whole = lines.map((line) => `${line}\n`);
  return last === '' ? whole : [...whole, last];
}

/** Lines `oldFrom` to `oldTo` became `newFrom` to `newTo`. */
interface Change {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

function changesOf(old: readonly string[], fresh: readonly string[]): Change[] {
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < fresh.length - start &&
    old[old.length - 1 - end] === fresh[fresh.length - 1 - end]
  )
    end++;
  const [rows, columns] = [old.length - start - end, fresh.length - start - end];
  const whole = { oldFrom: start, oldTo: start + rows, newFrom: start, newTo: start + columns };
  if (rows === 0 || columns === 0 || rows * columns > MOST_STEPS) return [whole];
  return walk(old, fresh, start, rows, columns);
}

/** The longest common subsequence of the lines between the equal ends. */
function walk(
  old: readonly string[],
  fresh: readonly string[],
  start: number,
  rows: number,
  columns: number,
): Change[] {
  const width = columns + 1;
  const longest = new Uint32Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      longest[at] =
        old[start + row] === fresh[start + column]
          ? longest[at + width + 1]! + 1
          : Math.max(longest[at + width]!, longest[at + 1]!);
    }
  }
  const changes: Change[] = [];
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    const [fromRow, fromColumn] = [row, column];
    while (
      (row < rows || column < columns) &&
      !(row < rows && column < columns && old[start + row] === fresh[start + column])
    ) {
      const at = row * width + column;
      if (column >= columns || (row < rows && longest[at + width]! >= longest[at + 1]!)) row++;
      else column++;
    }
    if (row > fromRow || column > fromColumn)
      changes.push({
        ...{ oldFrom: start + fromRow, oldTo: start + row, newFrom: start + fromColumn, newTo: start + column },
      });
    while (row < rows && column < columns && old[start + row] === fresh[start + column]) {
      row++;
      column++;
    }
  }
  return changes;
}

function hunksOf(changes: readonly Change[], old: readonly string[], fresh: readonly string[]): string[] {
  const lines: string[] = [];
  for (let index = 0; index < changes.length; ) {
    let last = index;
    while (last + 1 < changes.length && changes[last + 1]!.oldFrom - changes[last]!.oldTo <= 2 * CONTEXT) last++;
    const [first, final] = [changes[index]!, changes[last]!];
    const before = Math.min(CONTEXT, first.oldFrom);
    const after = Math.min(CONTEXT, old.length - final.oldTo);
    const [oldFrom, newFrom] = [first.oldFrom - before, first.newFrom - before];
    lines.push(
      `@@ -${range(oldFrom, final.oldTo + after - oldFrom)} +${range(newFrom, final.newTo + after - newFrom)} @@`,
    );
    let at = oldFrom;
    for (const change of changes.slice(index, last + 1)) {
      lines.push(...old.slice(at, change.oldFrom).map((line) => marked(' ', line)));
      lines.push(...old.slice(change.oldFrom, change.oldTo).map((line) => marked('-', line)));
      lines.push(...fresh.slice(change.newFrom, change.newTo).map((line) => marked('+', line)));
      at = change.oldTo;
    }
    lines.push(...old.slice(at, final.oldTo + after).map((line) => marked(' ', line)));
    index = last + 1;
  }
  return lines;
}

const range = (from: number, count: number): string =>
  count === 1 ? `${from + 1}` : `${count === 0 ? from : from + 1},${count}`;

const marked = (sign: string, line: string): string =>
  line.endsWith('\n') ? sign + line.slice(0, -1) : `${sign}${line}\n\\ No newline at end of file`;
