// cargo and rustc: removes progress; errors keep their labelled source, warnings become message and place.
import type { Filter, FilterInput } from '../../filter.ts';
import { trimBacktrace } from './rust-backtrace.ts';
import { condenseRust } from './rust-findings.ts';

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  const finished = lines.findLast((line) => /^\s+Finished /.test(line));
  const traced = trimBacktrace(lines);
  const { lines: kept, dropped } = condenseRust(traced.lines);
  if (finished !== undefined) kept.push(finished.trim());
  if (traced.frames > 0) kept.push(`… ${traced.frames} library frames`);
  if (dropped > 0) kept.push(cut(dropped, 'lines of source'));
  return kept.length > 0 ? kept : null;
}

export const cargo: Filter = {
  name: 'cargo',
  matches: ({ program, sub }) =>
    program === 'rustc' ||
    program === 'clippy-driver' ||
    (program === 'cargo' &&
      /^(?:b|build|c|check|clippy|r|run|doc|d|fix|install|update|fetch|add|package|publish)$/.test(sub)),
  apply,
};
