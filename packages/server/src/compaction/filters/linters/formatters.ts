// Formatters that list files: prettier, black, gofmt, rustfmt.
import { declareFilter } from '../../declare-filter.ts';

export const formatters = declareFilter({
  name: 'formatters',
  matches: ({ program }) => /^(?:prettier|black|isort|gofmt|dprint|shfmt)$/.test(program),
  replace: [[/^\[(?:warn)\] (?=\S+$)/, '']],
  drop: [/^Checking formatting\.\.\.$/, /^\S+ \d+ms(?: \(unchanged\))$/, /^Skipped \d+ files?$/],
});
