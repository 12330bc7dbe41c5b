// The parts of a text that may be records: blocks between empty lines, and lines with what stands deeper below them.

export interface Block {
  readonly start: number;
  readonly end: number;
  /** One of many that follow one another without a gap. */
  readonly inRow: boolean;
}

const LONGEST_BLOCK = 15;

export function blocksOf(lines: readonly string[], depths: readonly number[]): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  for (let i = 0; i <= lines.length; i++) {
    if (i < lines.length && lines[i] !== '') continue;
    if (i - start > LONGEST_BLOCK) splitLong(start, i, depths, blocks);
    else if (i > start) blocks.push({ start, end: i, inRow: false });
    start = i + 1;
  }
  return blocks;
}

/** A long block is as many as it has lines that are not deeper than the one before. */
function splitLong(from: number, to: number, depths: readonly number[], blocks: Block[]): void {
  for (let start = from; start < to; ) {
    const length = unitAt(start, to, depths);
    const end = length >= LONGEST_BLOCK ? start + 1 : start + length;
    blocks.push({ start, end, inRow: true });
    start = end;
  }
}

/** How many lines a line and what is deeper below it take. */
export function unitAt(start: number, end: number, depths: readonly number[]): number {
  let at = start + 1;
  while (at < end && at - start < LONGEST_BLOCK && (depths[at] as number) > (depths[start] as number)) at++;
  return at - start;
}
