// Any output in which lines or blocks repeat in form: the form is said once, and what varies stays.
import type { FilterInput, Shape } from '../../filter.ts';
import { withoutBoxes } from '../box-table.ts';
import { charsOf, layOut } from '../padding.ts';
import { cutProse } from '../prose-tails.ts';
import { findRuns } from './find-runs.ts';
import { mergeRecords } from './merge-records.ts';
import { depthOf, formOf, hasPlace, type LineForm, namesPath } from './word-form.ts';

const FEWEST_LINES = 8;
const FEWEST_CHARS = 2_000;
const MOST_LINES = 20_000;
const FEWEST_ALIKE = 3;
const LEAST_SAVED = 0.1;
const LONGEST_BLOCK = 15;

interface Block {
  readonly start: number;
  readonly end: number;
  /** One of many that follow one another without a gap. */
  readonly inRow: boolean;
}

/** Blocks between empty lines; in a text without any, each line that says where it belongs. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  for (let i = 0; i <= lines.length; i++) {
    if (i < lines.length && lines[i] !== '') continue;
    if (i > start) blocks.push({ start, end: i, inRow: false });
    start = i + 1;
  }
  return blocks.flatMap((block) => splitLong(block, lines));
}

/** A long block is as many blocks as it has lines that are not deeper than the one before, each with what is below it. */
function splitLong(block: Block, lines: readonly string[]): Block[] {
  if (block.end - block.start <= LONGEST_BLOCK) return [block];
  const parts: Block[] = [];
  for (let start = block.start; start < block.end; ) {
    const depth = depthOf(lines[start] as string);
    let end = start + 1;
    while (end < block.end && end - start < LONGEST_BLOCK && depthOf(lines[end] as string) > depth) end++;
    // what stands below a line of its own form belongs to it no more than to the others
    if (end - start >= LONGEST_BLOCK) end = start + 1;
    parts.push({ start, end, inRow: true });
    start = end;
  }
  return parts;
}

/** How many lines a line and what is deeper below it take. */
function unitAt(start: number, end: number, depths: readonly number[]): number {
  let at = start + 1;
  while (at < end && at - start < LONGEST_BLOCK && (depths[at] as number) > (depths[start] as number)) at++;
  return at - start;
}

/** With `gathered`, lines that say where they belong are merged wherever they stand. */
function mergeAll(lines: readonly string[], { cut, tick }: FilterInput, gathered: boolean): string[] {
  const forms: (LineForm | null)[] = lines.map((line, i) => {
    if ((i & 1023) === 0) tick();
    return line === '' ? { indent: '', words: [], key: ' ' } : formOf(line);
  });
  const keys = forms.map((form) => form?.key ?? '');
  /** What stands at a line instead of itself. */
  const written = new Map<number, readonly string[]>();
  const gone = new Uint8Array(lines.length);
  const merge = (blocks: readonly Block[]) => {
    const records = blocks.map(({ start, end }) => forms.slice(start, end) as LineForm[]);
    const merged = mergeRecords(records, cut);
    if (merged === null) return;
    written.set(blocks[0]?.start as number, merged);
    for (const { start, end } of blocks) gone.fill(1, start, end);
  };
  // an empty line is as deep as can be: no record begins with it
  const depths = lines.map((line) => (line === '' ? Number.MAX_SAFE_INTEGER : depthOf(line)));
  for (const { start, period, records } of findRuns(keys, depths)) {
    // what says where it belongs is gathered below, wherever it stands
    const first = lines[start] as string;
    if (gathered && (hasPlace(first) || namesPath(first)) && unitAt(start, lines.length, depths) === period) continue;
    merge(
      Array.from({ length: records }, (_, i) => ({
        start: start + i * period,
        end: start + (i + 1) * period,
        inRow: true,
      })),
    );
  }
  tick();
  const groups = new Map<string, Block[]>();
  for (const block of gathered ? blocksOf(lines) : []) {
    if (gone[block.start] || gone[block.end - 1]) continue;
    const key = keys.slice(block.start, block.end).join('\n');
    if (forms.slice(block.start, block.end).includes(null)) continue;
    const own = lines.slice(block.start, block.end);
    if (!own.some(hasPlace) && !(block.inRow && namesPath(own[0] as string))) continue;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [block]);
    else known.push(block);
  }
  for (const blocks of groups.values()) if (blocks.length >= FEWEST_ALIKE) merge(blocks);
  const result: string[] = [];
  lines.forEach((line, i) => {
    const instead = written.get(i);
    if (instead !== undefined) result.push(...instead);
    else if (!gone[i]) result.push(line);
  });
  return result;
}

export const seriesShape: Shape = {
  name: 'series',
  apply: (input) => {
    const { lines } = input;
    if (lines.length < FEWEST_LINES || lines.length > MOST_LINES) return null;
    const size = charsOf(lines);
    if (size < FEWEST_CHARS) return null;
    const rows = withoutBoxes(lines) ?? lines;
    const either = [true, false].map((gathered) => {
      const merged = mergeAll(rows, input, gathered);
      return layOut(cutProse(merged, input.cut) ?? merged);
    });
    const result = either.reduce((one, other) => (charsOf(other) < charsOf(one) ? other : one));
    return charsOf(result) < size * (1 - LEAST_SAVED) ? result : null;
  },
};
