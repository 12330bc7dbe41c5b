// cProfile and pstats: what took time, without padding; calls that took none are counted.
import { type Filter, type FilterInput, head } from '../../filter.ts';

const ROW = /^\s*\d+(?:\/\d+)?(?: +\d+\.\d{3}){4} /;
const NO_TIME = /^\s*\d+(?:\/\d+)? +0\.000 +0\.000 +0\.000 +0\.000 /;

export const pythonProfile: Filter = {
  name: 'python-profile',
  matches: ({ program }) => /^(?:python|cProfile|profile|pstats)$/.test(program),
  apply: ({ lines, cut }: FilterInput) => {
    if (!lines.some((line) => /^\s*ncalls +tottime +percall +cumtime/.test(line))) return null;
    const took = lines.filter((line) => !NO_TIME.test(head(line)));
    const idle = lines.length - took.length;
    const result = took
      .filter((line) => line !== '')
      .map((line) =>
        ROW.test(head(line)) || /^\s*ncalls /.test(line) ? line.trim().replace(/ {2,}/g, ' ') : line.trim(),
      );
    return idle > 0 ? [...result, cut(idle, 'calls that took no time')] : result;
  },
};
