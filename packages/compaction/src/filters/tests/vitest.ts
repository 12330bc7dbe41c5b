// vitest: the verdict and every failure with reason, difference and place; passing tests are in the counts.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { trimCodeFrames } from './code-frame.ts';

const TOTALS = /^\s*Tests\s{2,}(?:\d+ \w+|no tests)/;
const FILES = /^\s*Test Files\s{2,}/;
const PASSING = /^\s*(?:[✓√↓]|❯ \S.*\(\d+ tests?(?: \| .*)?\)|·+$)/;
const FAILED_INLINE = /^\s*(?:×|→|✗|❯ \S.*\btests?\b.*\bfailed\b)/;
const RULE = /^[⎯─━]{3,}(?:\[\d+\/\d+\][⎯─━]*)?$/;
const SECTION = /^[⎯─━]+ ?(Failed (?:Suites|Tests) \d+) ?[⎯─━]+$/;
const OPENING = /^\s*(?:RUN|DEV)\s+v\d|^\s*Start at\s|^\s*\(no tests\)$/;
const LEGEND = /^[-+] (?:Expected|Received)(?:\s+[-+]\s*\d*)?$/;

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  const totals = lines.findIndex((line) => TOTALS.test(head(line)));
  if (totals < 0 && !lines.some((line) => FILES.test(head(line)))) return null;
  const explained = lines.some((line) => /^\s*FAIL\s{2}/.test(line));
  const kept: string[] = [];
  for (const line of lines) {
    const start = head(line);
    if (line === '' || OPENING.test(start) || RULE.test(start) || SECTION.test(start) || LEGEND.test(start)) continue;
    if (explained ? PASSING.test(start) || FAILED_INLINE.test(start) : /^\s*[✓√]/.test(start)) continue;
    kept.push(
      line.length > start.length
        ? line
        : line.replace(/^(\s*Duration\s+\S+) \(.*\)$/, '$1').replace(/^\s*(Test Files|Tests|Duration)\s+/, '$1 '),
    );
  }
  const { lines: trimmed, dropped } = trimCodeFrames(kept);
  if (dropped > 0) trimmed.push(cut(dropped, 'lines of source and library frames'));
  return trimmed;
}

export const vitest: Filter = { name: 'vitest', matches: ({ program }) => program === 'vitest', apply };
