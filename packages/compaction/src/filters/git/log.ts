// `git log` and `git show`: one line per commit with short hash, date, author and subject; bodies, merges and diffs stay.
import type { Filter, FilterInput } from '../../filter.ts';
import { capLines } from '../../stages/cap-lines.ts';
import { squeezeStat } from './diff.ts';
import { compactDiff } from './diff-lines.ts';

interface Commit {
  readonly hash: string;
  readonly refs: string;
  author: string;
  date: string;
  merge: string;
  readonly extra: string[];
  readonly message: string[];
  readonly rest: string[];
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `Tue Oct 20 05:01:20 2026 +0000` → `2026-10-20 05:01`; anything else as it is. */
function shortDate(date: string): string {
  const parts = /^\w{3} (\w{3}) (\d{1,2}) (\d\d:\d\d):\d\d (\d{4})(?: ([+-]\d{4}))?$/.exec(date);
  const month = parts ? MONTHS.indexOf(parts[1] as string) + 1 : 0;
  if (!parts || month === 0) return date;
  const zone = parts[5] === undefined || parts[5] === '+0000' ? '' : parts[5];
  return `${parts[4]}-${String(month).padStart(2, '0')}-${(parts[2] as string).padStart(2, '0')} ${parts[3]}${zone}`;
}

function readCommits(lines: readonly string[]): Commit[] | null {
  const commits: Commit[] = [];
  let commit: Commit | null = null;
  let inHeader = false;
  for (const line of lines) {
    const start = /^commit ([0-9a-f]{7,64})((?: [0-9a-f]{7,64})*)(?: \((.*)\))?$/.exec(line.slice(0, 500));
    if (start) {
      commit = {
        hash: (start[1] as string).slice(0, 9),
        refs: start[3] ?? '',
        author: '',
        date: '',
        merge: '',
        extra: [],
        message: [],
        rest: [],
      };
      commits.push(commit);
      inHeader = true;
      continue;
    }
    if (commit === null) return null;
    if (inHeader) {
      const field = /^(Author|Date|AuthorDate|Merge|Commit|CommitDate): *(.*)$/.exec(line);
      if (field?.[1] === 'Author') commit.author = (field[2] as string).replace(/ <[^>]*>$/, '');
      else if (field?.[1] === 'Date' || field?.[1] === 'AuthorDate') commit.date = shortDate(field[2] as string);
      else if (field?.[1] === 'Merge') commit.merge = field[2] as string;
      else if (field) commit.extra.push(line);
      else if (line === '') inHeader = false;
      else commit.extra.push(line);
    } else if (line.startsWith('    ') && commit.rest.length === 0) {
      commit.message.push(line.slice(4));
    } else if (line !== '' || commit.rest.length > 0) {
      commit.rest.push(line);
    }
  }
  return commits.length > 0 ? commits : null;
}

function describeCommits(commits: readonly Commit[], input: FilterInput): string[] {
  const result: string[] = [];
  const authors = new Set(commits.map(({ author }) => author));
  const onlyAuthor = authors.size === 1 && commits.length > 2;
  const hashLength = new Set(commits.map(({ hash }) => hash.slice(0, 7))).size < commits.length ? 9 : 7;
  if (onlyAuthor) result.push(`author: ${[...authors][0]}`);
  const seen = new Map<string, string>();
  for (const commit of commits) {
    input.tick();
    const hash = commit.hash.slice(0, hashLength);
    const [subject = '', ...bodyLines] = commit.message;
    const body = bodyLines.filter((line) => line !== '');
    const marks = `${commit.refs ? ` (${commit.refs})` : ''}${commit.merge ? ` (merge ${commit.merge})` : ''}`;
    result.push(
      `${[hash, commit.date, onlyAuthor ? '' : commit.author].filter(Boolean).join(' ')}${marks}: ${subject}`,
    );
    result.push(...commit.extra.filter((line) => !/^Commit(?:Date)?:/.test(line)));
    const text = body.join('\n');
    const before = seen.get(text);
    if (text.length > 40 && before !== undefined) result.push(`  (text as in ${before})`);
    else if (text !== '') {
      seen.set(text, hash);
      result.push(...body.map((line) => ` ${line}`));
    }
    if (commit.rest.length > 0) result.push(...describeRest(commit.rest, input));
  }
  return result;
}

function describeRest(rest: readonly string[], input: FilterInput): string[] {
  const at = rest.findIndex((line) => line.startsWith('diff --'));
  const stat = squeezeStat(at < 0 ? rest : rest.slice(0, at));
  return at < 0 ? stat : [...stat, ...(compactDiff(rest.slice(at), input) ?? rest.slice(at))];
}

export const gitLog: Filter = {
  name: 'git-log',
  matches: ({ program, sub }) => program === 'git' && /^(?:log|show|reflog|whatchanged|stash)$/.test(sub),
  apply: (input) => {
    const commits = readCommits(input.lines);
    return commits && capLines(describeCommits(commits, input), input.cut, 50_000);
  },
};
