// ava: failures with their differences and places, what was skipped; counts passed tests.
import { type Filter, type FilterInput, head } from '../../filter.ts';
import { trimFrames } from '../../stages/trim-frames.ts';

const PASSED = /^\s+✔ /;
const LISTED = /^\s+✘ \[fail\]: /;

export const ava: Filter = {
  name: 'ava',
  matches: ({ program }) => program === 'ava',
  apply: ({ lines, cut }: FilterInput) => {
    const passed = lines.filter((line) => PASSED.test(head(line))).length;
    if (!lines.some((line) => /^\s+\d+ tests? (?:passed|failed)$/.test(line))) return null;
    const explained = lines.some((line) => /^\s+─$/.test(line));
    const kept = lines.filter((line) => {
      const start = head(line);
      if (line === '' || PASSED.test(start) || /^\s+─$/.test(start)) return false;
      // the failed tests are listed first and explained after the rule
      if (explained && LISTED.test(start)) return false;
      return !/^\s+\d+: /.test(start);
    });
    const { lines: trimmed, dropped } = trimFrames(kept);
    const result = trimmed.map((line) => line.replace(/^ {2}/, ''));
    if (passed > 0) result.push(`${passed} passed`);
    return dropped > 0 ? [...result, cut(dropped, 'library frames')] : result;
  },
};
