// playwright test: failures with reason, call log and place; passing tests are in the counts.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { trimCodeFrames } from './code-frame.ts';

const TOTALS = /^\s+\d+ (?:passed|failed|flaky|skipped|did not run|interrupted)\b/;
const PASSED = /^\s*(?:✓|ok|·|\[\d+\/\d+\])\s/;
const FAILED_LINE = /^\s*(?:✘|x)\s+\d+ /;

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  if (!lines.some((line) => TOTALS.test(head(line)))) return null;
  const explained = lines.some((line) => /^\s+\d+\) /.test(line));
  const kept = lines.filter((line) => {
    const start = head(line);
    if (line === '' || PASSED.test(start) || /^\s+[─-]{10,}$/.test(start)) return false;
    return !(explained && FAILED_LINE.test(start));
  });
  const { lines: trimmed, dropped } = trimCodeFrames(kept);
  const result = trimmed.map((line) => (line.length > 400 ? line : line.replace(/─{3,}/g, '').trimEnd()));
  if (dropped > 0) result.push(cut(dropped, 'lines of source and library frames'));
  return result;
}

export const playwright: Filter = {
  name: 'playwright',
  matches: ({ program, sub }) => program === 'playwright' && sub === 'test',
  apply,
};
