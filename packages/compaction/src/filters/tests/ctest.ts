// ctest: what did not pass with its output, and the verdict; removes starts and passed tests.
import { type Filter, type FilterInput, head } from '../../filter.ts';

const START = /^\s+Start +\d+: /;
const PASSED = /^\s*\d+\/\d+ Test +#\d+: .* Passed +[\d.]+ sec$/;
const RESULT = /^\s*(\d+\/\d+) Test +#\d+: (\S+) \.*/;
const NOISE = /^Internal ctest changing into directory: |^Test project |^Total Test time \(real\)/;

export const ctest: Filter = {
  name: 'ctest',
  matches: ({ program }) => program === 'ctest',
  apply: ({ lines, cut }: FilterInput) => {
    if (!lines.some((line) => /^\d+% tests passed, /.test(line))) return null;
    const kept = lines.filter((line) => {
      const start = head(line);
      return line !== '' && !START.test(start) && !PASSED.test(start) && !NOISE.test(start);
    });
    const passed = lines.filter((line) => PASSED.test(head(line))).length;
    const result = kept.map((line) => line.replace(RESULT, '$1 $2 '));
    return passed > 0 ? [...result, cut(passed, 'tests that passed')] : result;
  },
};
