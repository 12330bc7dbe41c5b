// Tables drawn with lines and corners, by any program: borders and padding go, every cell stays.
// Blanks are one class with the rest: two that both take them would try every way to share them.
const RULE_ONLY = /^[-=+┌┬┐├┼┤└┴┘─═│╭╮╰╯╔╗╚╝╠╣║|:\s]+$/;
const isRule = (line: string): boolean => line.length < 2_000 && RULE_ONLY.test(line) && /--|──|==|══/.test(line);
const ROW = /^\s*[|│║].*[|│║]$/;
const FEWEST_ROWS = 3;

function squeezeRow(line: string): string {
  return line
    .trim()
    .slice(1, -1)
    .split(/[|│║]/)
    .map((cell) => cell.trim())
    .join(' | ');
}

const known = new WeakMap<readonly string[], string[] | null>();

/** Null when there is none. Several shapes ask this of the same lines. */
export function withoutBoxes(lines: readonly string[]): string[] | null {
  const before = known.get(lines);
  if (before !== undefined) return before;
  const result = removeBoxes(lines);
  known.set(lines, result);
  return result;
}

function removeBoxes(lines: readonly string[]): string[] | null {
  let rows = 0;
  let rules = 0;
  const result: string[] = [];
  for (const line of lines) {
    if (isRule(line)) rules++;
    else if (line.length < 2_000 && ROW.test(line)) {
      rows++;
      const cells = squeezeRow(line);
      if (/[^| ]/.test(cells)) result.push(cells);
    } else result.push(line);
  }
  return rules >= 2 && rows >= FEWEST_ROWS ? result : null;
}
