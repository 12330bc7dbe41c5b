// Any output in which lines or blocks repeat in form: the form is said once, and what varies stays.
import { type FilterInput, head, type Shape } from '../../filter.ts';
import { withoutBoxes } from '../box-table.ts';
import { charsOf, layOut } from '../padding.ts';
import { cutProse } from '../prose-tails.ts';
import { type Block, blocksOf, unitAt } from './blocks.ts';
import { findRuns, type Run } from './find-runs.ts';
import { mergeRecords } from './merge-records.ts';
import { depthOf, formOf, hasPlace, type LineForm, namesPath } from './word-form.ts';

const TIME = /\d\d:\d\d:\d\d/;
const FEWEST_LINES = 8;
const FEWEST_CHARS = 1_500;
const MOST_LINES = 20_000;
/** On average. Shorter lines are hardly more than their values. */
const SHORTEST_LINE = 16;
const FEWEST_ALIKE = 3;
const LEAST_SAVED = 0.05;

interface Text {
  readonly lines: readonly string[];
  /** Null for a line that is not compared. */
  readonly forms: readonly (LineForm | null)[];
  readonly keys: readonly string[];
  readonly depths: readonly number[];
  readonly runs: readonly Run[];
}

const EMPTY: LineForm = { indent: '', words: [], key: ' ' };

function readText(lines: readonly string[], { tick }: FilterInput): Text {
  const forms = lines.map((line, i) => {
    if ((i & 1023) === 0) tick();
    return line === '' ? EMPTY : formOf(line);
  });
  const keys = forms.map((form) => form?.key ?? '');
  // an empty line is as deep as can be: no record begins with it
  const depths = lines.map((line) => (line === '' ? Number.MAX_SAFE_INTEGER : depthOf(line)));
  tick();
  return { lines, forms, keys, depths, runs: findRuns(keys, depths) };
}

/**
 * With `gathered`, what says where it belongs is merged wherever it stands; else only what follows one another. Null when
 * nothing is alike.
 */
function mergeAll(text: Text, gathered: boolean, { cut }: FilterInput): string[] | null {
  const { lines, forms } = text;
  /** What stands at a line instead of itself. */
  const written = new Map<number, readonly string[]>();
  const gone = new Uint8Array(lines.length);
  const merge = (blocks: readonly Block[], everyOne: boolean) => {
    const merged = mergeRecords(
      blocks.map(({ start, end }) => forms.slice(start, end) as LineForm[]),
      cut,
      everyOne,
    );
    if (merged === null) return;
    written.set(blocks[0]?.start as number, merged);
    for (const { start, end } of blocks) gone.fill(1, start, end);
  };
  for (const run of text.runs)
    if (!(gathered && isGathered(run, text))) merge(blocksOfRun(run), hasPlace(lines[run.start] as string));
  if (gathered) for (const blocks of alikeBlocks(text, gone)) merge(blocks, true);
  if (written.size === 0) return null;
  const result: string[] = [];
  lines.forEach((line, i) => {
    const instead = written.get(i);
    if (instead !== undefined) result.push(...instead);
    else if (!gone[i]) result.push(line);
  });
  return result;
}

const blocksOfRun = ({ start, period, records }: Run): Block[] =>
  Array.from({ length: records }, (_, i) => ({
    start: start + i * period,
    end: start + (i + 1) * period,
    inRow: true,
  }));

/** A run whose records also stand elsewhere, and say where they belong. */
function isGathered({ start, period }: Run, { lines, depths }: Text): boolean {
  const first = lines[start] as string;
  return (hasPlace(first) || namesPath(first)) && unitAt(start, lines.length, depths) === period;
}

function alikeBlocks({ lines, forms, keys, depths }: Text, gone: Uint8Array): Block[][] {
  const groups = new Map<string, Block[]>();
  for (const block of blocksOf(lines, depths)) {
    const { start, end, inRow } = block;
    if (gone[start] || gone[end - 1] || forms.slice(start, end).includes(null)) continue;
    const own = lines.slice(start, end);
    if (!own.some(hasPlace) && !(inRow && namesPath(own[0] as string))) continue;
    const key = keys.slice(start, end).join('\n');
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [block]);
    else known.push(block);
  }
  return [...groups.values()].filter(({ length }) => length >= FEWEST_ALIKE);
}

export const seriesShape: Shape = {
  name: 'series',
  apply: (input) => {
    const { lines, cut, tick } = input;
    if (lines.length < FEWEST_LINES || lines.length > MOST_LINES) return null;
    const size = charsOf(lines);
    if (size < FEWEST_CHARS || size < lines.length * SHORTEST_LINE) return null;
    const text = readText(withoutBoxes(lines) ?? lines, input);
    tick();
    // What tells when it happened keeps its place.
    const timed = lines.some((line) => TIME.test(head(line)));
    const either = (timed ? [false] : [true, false]).flatMap((gathered) => {
      const merged = mergeAll(text, gathered, input);
      tick();
      return merged === null ? [] : [layOut(cutProse(merged, cut) ?? merged)];
    });
    if (either.length === 0) return null;
    const result = either.reduce((one, other) => (charsOf(other) < charsOf(one) ? other : one));
    return charsOf(result) < size * (1 - LEAST_SAVED) ? result : null;
  },
};
