// `redis-cli info`: keeps the fields that say something, counts those that are zero.
import type { Filter } from '../../filter.ts';

const ZERO = /^[a-z_0-9]+:(?:0|0\.0+|0B|0\.00%)$/;

/** `config get *`: a name and its value in turn, here in one line. */
export const redisConfig: Filter = {
  name: 'redis-config',
  matches: ({ program, args }) =>
    /^(?:redis-cli|valkey-cli|keydb-cli)$/.test(program) &&
    args.some(
      (word, i) => /^(?:config|hgetall)$/i.test(word) && (/^hgetall$/i.test(word) || /^get$/i.test(args[i + 1] ?? '')),
    ),
  apply: ({ lines, cut }) => {
    const filled = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
    if (filled.length < 8 || filled.length % 2 === 1) return null;
    const pairs: string[] = [];
    let empty = 0;
    for (let i = 0; i < filled.length; i += 2) {
      if (filled[i + 1] === '') empty++;
      else pairs.push(`${filled[i]} ${filled[i + 1]}`);
    }
    return empty > 0 ? [...pairs, cut(empty, 'settings that are empty')] : pairs;
  },
};

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
