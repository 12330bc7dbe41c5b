// Long accounts of what a tool did, asked for with `--verbose`: sentences that repeat with other numbers become one
// with a count.
import { FAILURE_WORDS, type Filter, type FilterInput, head } from '../../filter.ts';
import { times } from '../../marker.ts';
import { logKey } from '../../shapes/log-key.ts';
import { capLines } from '../../stages/cap-lines.ts';

const FEWEST_LINES = 60;
/** A sentence has words that stay the same. Rows of data hardly have any, and every row of data counts. */
const FEWEST_WORDS = 3;
const FEWEST_TIMES = 4;
const LEAST_SHARE = 0.5;

interface Kind {
  count: number;
  at: number;
  readonly said: boolean;
}

/** Mostly words, and none that names a failure. */
function isSentence(line: string): boolean {
  const start = head(line);
  if (FAILURE_WORDS.test(start)) return false;
  const words = start.match(/(?<![\w.,/|"'(])[A-Za-z]{2,}(?![\w.,/|"'(])/g) ?? [];
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  return words.length >= FEWEST_WORDS && letters >= start.trim().length / 2;
}

/** These print their caller's own text. */
const RUNS_CODE = /^(?:node|deno|bun|python|perl|ruby|php|lua|awk|ba?sh|sh|zsh|cat|head|tail|grep|rg|echo|printf|seq)$/;

export const verbose: Filter = {
  name: 'verbose',
  matches: ({ program, args }) =>
    !RUNS_CODE.test(program) && args.some((arg) => /^(?:-v{1,3}|--verbose|--debug|--trace|-x)$/.test(arg)),
  apply: ({ lines, cut, tick }: FilterInput) => {
    const filled = lines.filter((line) => line !== '');
    if (filled.length < FEWEST_LINES) return null;
    const kinds = new Map<number, Kind>();
    const keys = filled.map((line, i) => {
      if ((i & 1023) === 0) tick();
      const key = logKey(line);
      const kind = kinds.get(key);
      if (kind === undefined) kinds.set(key, { count: 1, at: i, said: isSentence(line) });
      else kind.count++;
      return key;
    });
    const folds = ({ count, said }: Kind) => said && count >= FEWEST_TIMES;
    let alike = 0;
    for (const kind of kinds.values()) if (folds(kind)) alike += kind.count - 1;
    if (alike < filled.length * LEAST_SHARE) return null;
    const result: string[] = [];
    filled.forEach((line, i) => {
      const kind = kinds.get(keys[i] as number) as Kind;
      if (!folds(kind)) result.push(line);
      else if (kind.at === i) result.push(`${times(kind.count)} ${line}`);
    });
    return [...capLines(result, cut), cut(alike, `of ${filled.length} lines, alike those marked ×,`)];
  },
};
