// rspec (and minitest's summary of it): pending and failing examples whole, passing ones as the number it states.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { trimFrames } from '../../stages/trim-frames.ts';

const TOTALS = /^\d+ examples?, \d+ failures?/;
const DOTS = /^[.F*E]+$/;
const RERUN = /^rspec \S+ # /;
const BOILERPLATE =
  /^(?:Failed examples:|Randomized with seed \d+|Finished in .*|Run options: .*|\s+\(compared using \S+\))$/;

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  const total = lines.findIndex((line) => TOTALS.test(head(line)));
  if (total < 0) return null;
  const first = lines.findIndex((line) => /^(?:Pending:|Failures:|Finished in )/.test(line));
  const explained = lines.some((line) => /^Failures:$/.test(line));
  const kept = lines.filter((line, i) => {
    const start = head(line);
    if (line === '' || DOTS.test(start) || BOILERPLATE.test(start) || (explained && RERUN.test(start))) return false;
    // the documentation layout: names of groups and examples, before what is pending or failed
    return !(i < first && /^ {2,}\S/.test(line));
  });
  const { lines: trimmed, dropped } = trimFrames(kept);
  const result = trimmed.map((line) =>
    line
      .replace(/^(\s+)(# \S+:\d+):in .*$/, '$1$2')
      .replace(/^Pending: \(.*\)$/, 'Pending:')
      .replace(/^ {5}(?=\s*\S)/, '  ')
      .replace(/^ {2}(?=\d+\) )/, ''),
  );
  if (dropped > 0) result.push(cut(dropped, 'library frames'));
  return result;
}

export const rspec: Filter = {
  name: 'rspec',
  matches: ({ program, args }) => program === 'rspec' || (program === 'rails' && args[0] === 'spec'),
  apply,
};
