// Python's unittest: failures and errors whole, passing tests as the number it states itself.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';

const RAN = /^Ran \d+ tests? in /;
const PASSED = /\.\.\. (?:ok|skipped .*|expected failure)$/;
const LISTED = /\.\.\. (?:FAIL|ERROR)$/;
const DOTS = /^[.FEsxu]+$/;
const RULE = /^[=-]{20,}$/;

function apply({ lines }: FilterInput): readonly string[] | null {
  if (!lines.some((line) => RAN.test(line))) return null;
  const skipped = lines.filter((line) => /\.\.\. skipped /.test(head(line)));
  const kept = lines.filter((line, i) => {
    const start = head(line);
    if (
      line === '' ||
      DOTS.test(start) ||
      RULE.test(start) ||
      /^\s+[~^]+$/.test(start) ||
      PASSED.test(start) ||
      LISTED.test(start)
    )
      return false;
    // a test with a docstring is listed over two lines
    return !(/^\w+ \([\w.]+\)$/.test(start) && PASSED.test(head(lines[i + 1] ?? '')));
  });
  return [...kept, ...skipped];
}

export const unittest: Filter = {
  name: 'unittest',
  matches: ({ program, args }) =>
    program === 'unittest' ||
    (program === 'python' && args.some((word) => /manage\.py$/.test(word)) && args.includes('test')),
  apply,
};
