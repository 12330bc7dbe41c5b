// `redis-cli info`: the fields that say something; those that are zero are counted.
import type { Filter } from '../../filter.ts';

const ZERO = /^[a-z_0-9]+:(?:0|0\.0+|0B|0\.00%)$/;

export const redisInfo: Filter = {
  name: 'redis-info',
  matches: ({ program, args }) =>
    /^(?:redis-cli|valkey-cli|keydb-cli)$/.test(program) && args.some((word) => word.toLowerCase() === 'info'),
  apply: ({ lines, cut }) => {
    if (!lines.some((line) => /^# \w+$/.test(line))) return null;
    const said = lines.filter((line) => line !== '' && !ZERO.test(line));
    const zeros = lines.filter((line) => ZERO.test(line)).length;
    const result = said.filter((line, i) => !(line.startsWith('# ') && (said[i + 1] ?? '# ').startsWith('# ')));
    return zeros > 0 ? [...result, cut(zeros, 'fields that are 0')] : result;
  },
};
