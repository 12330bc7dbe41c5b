// mocha (and cypress, which prints like it): passing tests as a number, failing ones whole.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { trimFrames } from '../../stages/trim-frames.ts';

const PASSING = /^\s+\d+ passing(?: \(.*\))?$/;
const TEST = /^\s+(?:[✔✓√-] |\d+\) )/;

const indent = (line: string): number => line.length - line.trimStart().length;

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  const total = lines.findIndex((line) => PASSING.test(head(line)));
  if (total < 0) return null;
  const opening = lines.slice(0, total).filter((line) => line !== '');
  const kept = opening.filter((line, i) => {
    if (TEST.test(head(line))) return false;
    const next = opening[i + 1];
    // the name of a suite stands above deeper lines; any other line was printed by a test
    return !(indent(line) >= 2 && next !== undefined && indent(next) > indent(line));
  });
  const { lines: trimmed, dropped } = trimFrames(lines.slice(total).filter((line) => line !== ''));
  const result = [...kept, ...trimmed.map((line) => line.replace(/^ {2}(?=\s*\S)/, ''))];
  if (dropped > 0) result.push(cut(dropped, 'library frames'));
  return result;
}

export const mocha: Filter = { name: 'mocha', matches: ({ program }) => /^_?mocha$/.test(program), apply };
