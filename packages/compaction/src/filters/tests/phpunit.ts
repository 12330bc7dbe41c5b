// phpunit, pest and `artisan test`: errors and failures whole, passing tests in the counts.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { trimFrames } from '../../stages/trim-frames.ts';

const TOTALS = /^(?:OK \(|OK, but |Tests: \d+|\s+Tests:\s+\d|FAILURES!|ERRORS!|No tests executed)/;
const NOISE =
  /^(?:PHPUnit \S+ by Sebastian Bergmann.*|Runtime: +PHP .*|Configuration: .*|Time: .*, Memory: .*|[.FEWRSIDN]+ +\d+ \/ \d+ \(\s*\d+%\)|[.FEWRSIDN]+|--|(?:FAILURES|ERRORS|WARNINGS)!|Random Seed: .*)$/;
const PASSED = /^\s+(?:PASS\s|[✓✔] )/;

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  if (!lines.some((line) => TOTALS.test(head(line)))) return null;
  const kept = lines.filter((line) => line !== '' && !NOISE.test(head(line)) && !PASSED.test(head(line)));
  const { lines: trimmed, dropped } = trimFrames(kept);
  if (dropped > 0) trimmed.push(cut(dropped, 'library frames'));
  return trimmed;
}

export const phpunit: Filter = {
  name: 'phpunit',
  matches: ({ program, sub }) =>
    /^(?:phpunit|pest|paratest|simple-phpunit)$/.test(program) || (program === 'artisan' && sub === 'test'),
  apply,
};
