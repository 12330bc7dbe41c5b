// `git diff` and plain `diff -u`: headers once per file, every change kept.
import type { Filter } from '../../filter.ts';
import { compactDiff, findDiff } from './diff-lines.ts';

export const gitDiff: Filter = {
  name: 'git-diff',
  matches: ({ program, sub }) =>
    (program === 'git' && (sub === 'diff' || sub === 'format-patch' || sub === 'stash' || sub === 'range-diff')) ||
    (program === 'gh' && sub === 'pr') ||
    program === 'diff',
  apply: (input) => {
    // `diff -u a b` prints no line that names the pair of files
    if (/^--- /.test(input.lines[0] ?? '') && /^\+\+\+ /.test(input.lines[1] ?? ''))
      return compactDiff(['diff -u', ...input.lines], input);
    const at = findDiff(input.lines);
    if (at < 0 || at > 200) return null;
    const body = compactDiff(input.lines.slice(at), input);
    return body && [...squeezeStat(input.lines.slice(0, at)), ...body];
  },
};

/** ` src/a.ts          |  12 +++---` without its padding and its bar. */
export function squeezeStat(lines: readonly string[]): string[] {
  return lines
    .filter((line) => line !== '' && line !== '---')
    .map((line) => {
      const stat = /^ (\S.*?) +\| +(Bin .*|\d+)(?: [+-]+)?$/.exec(line.slice(0, 400));
      return stat ? `${stat[1]} | ${stat[2]}` : line;
    });
}

export const gitDiffStat: Filter = {
  name: 'git-diff-stat',
  matches: ({ program, sub }) =>
    program === 'git' && /^(?:diff|merge|pull|commit|cherry-pick|revert|stash|apply)$/.test(sub),
  apply: ({ lines }) =>
    lines.some((line) => /^ \S.* \| +(?:\d+|Bin)/.test(line.slice(0, 400))) ? squeezeStat(lines) : null,
};
