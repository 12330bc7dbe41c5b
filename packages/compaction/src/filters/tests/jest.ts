// jest: the verdict and every failure; passing files and tests are in the counts.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { trimCodeFrames } from './code-frame.ts';

const TOTALS = /^Tests:\s+(?:\d+ \w+, )*\d+ total/;
const PASS = /^\s*PASS\s/;
const FAIL = /^\s*FAIL\s/;
const TICK = /^\s+[✓√○✎]/;
const CROSS = /^\s+[✕×]/;
const NOISE = /^(?:Ran all test suites.*|Snapshots:\s+0 total|RUNS .*|Test Suites: \d+ passed, \d+ total)$/;

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  if (!lines.some((line) => TOTALS.test(head(line)))) return null;
  const again = lines.findIndex((line) => line.startsWith('Summary of all failing tests'));
  const explained = lines.some((line) => /^\s+● /.test(line));
  const kept: string[] = [];
  const named = new Set<string>();
  // under a file's heading come the names of its suites and tests, up to a blank line or what a test printed
  let inList = false;
  let inRepeated = false;
  lines.forEach((line, i) => {
    const start = head(line);
    if (PASS.test(start) || FAIL.test(start)) {
      inList = true;
      inRepeated = false;
      if (FAIL.test(start) && !named.has(line)) kept.push(line);
      named.add(line);
      return;
    }
    if (line === '') {
      inList = false;
      return;
    }
    if (/^\s+(?:●|console\.)/.test(start)) inList = false;
    if (/^\s+● /.test(start)) inRepeated = again >= 0 && i < again;
    else if (/^\S/.test(line) || /^\s+console\./.test(start)) inRepeated = false;
    if (inRepeated || TICK.test(start) || NOISE.test(start) || i === again) return;
    if (CROSS.test(start) && explained) return;
    if (inList && !CROSS.test(start) && /^\s/.test(line)) return;
    kept.push(line);
  });
  const { lines: trimmed, dropped } = trimCodeFrames(kept);
  if (dropped > 0) trimmed.push(cut(dropped, 'lines of source and library frames'));
  return trimmed.map((line) => line.replace(/^((?:Test Suites|Tests|Time|Snapshots):) +/, '$1 '));
}

export const jest: Filter = {
  name: 'jest',
  matches: ({ program, sub }) => program === 'jest' || (program === 'react-scripts' && sub === 'test'),
  apply,
};
