// Formatters that list files: prettier, black, gofmt, rustfmt.
import { type Filter, head } from '../../filter.ts';
import { groupPaths } from '../../stages/group-paths.ts';

const NOISE = /^Checking formatting\.\.\.$|^\S+ \d+ms(?: \(unchanged\))$|^Skipped \d+ files?$/;
const FILE = /^(?:\[warn\] )?(\S+\.\w{1,8})$/;
const FEWEST = 6;

export const formatters: Filter = {
  name: 'formatters',
  matches: ({ program }) => /^(?:prettier|black|isort|gofmt|dprint|shfmt)$/.test(program),
  apply: ({ lines }) => {
    const told = lines.filter((line) => !NOISE.test(head(line)));
    const names = told.map((line) => FILE.exec(head(line))?.[1]);
    const files = names.filter((name) => name !== undefined);
    const grouped = files.length < FEWEST ? null : groupPaths(files);
    if (grouped === null) return told.map((line, i) => names[i] ?? line);
    const first = names.findIndex((name) => name !== undefined);
    const rest = (from: number, to: number) => told.slice(from, to).filter((_, i) => names[from + i] === undefined);
    return [...rest(0, first), ...grouped, ...rest(first, told.length)];
  },
};
