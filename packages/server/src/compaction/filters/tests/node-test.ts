// `node --test` in its spec layout: totals in one line, failures whole.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { trimFrames } from '../../stages/trim-frames.ts';
import { condenseTap } from './tap.ts';

const TOTAL = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) (\S+)$/;
const PASSED = /^\s*(?:✔|▶|﹣|◎)\s/;

function apply(input: FilterInput): readonly string[] | null {
  const { lines, cut } = input;
  const totals = lines.map((line) => TOTAL.exec(head(line))).filter((match) => match !== null);
  if (totals.length < 3) return condenseTap(input);
  const explained = lines.findIndex((line) => /^✖ failing tests:/.test(line));
  const kept = lines.filter((line, i) => {
    const start = head(line);
    if (line === '' || TOTAL.test(start) || PASSED.test(start)) return false;
    return !(explained > 0 && i < explained && /^\s*✖ /.test(start));
  });
  const { lines: trimmed, dropped } = trimFrames(kept);
  const said = totals.filter(([, name, count]) => count !== '0' || name === 'fail' || name === 'pass');
  trimmed.push(said.map(([, name, count]) => `${name} ${count}`).join(', '));
  if (dropped > 0) trimmed.push(cut(dropped, 'library frames'));
  return trimmed;
}

export const nodeTest: Filter = {
  name: 'node-test',
  matches: ({ program, args }) => (program === 'node' || program === 'tsx') && args.includes('--test'),
  apply,
};
