// `git branch -vv`, `git remote -v`, `git tag -n`, `git commit`: removes padding, counts file modes.
import type { Filter } from '../../filter.ts';

export const gitLists: Filter = {
  name: 'git-lists',
  matches: ({ program, sub }) =>
    program === 'git' && /^(?:branch|tag|remote|worktree|for-each-ref|ls-remote|config|submodule)$/.test(sub),
  anyLines: true,
  apply: ({ lines }) => lines.map((line) => line.replace(/(\S) {2,}(?=\S)/g, '$1 ').replace(/^ {2}(?=\S)/, ' ')),
};

export const gitCommit: Filter = {
  name: 'git-commit',
  matches: ({ program, sub }) => program === 'git' && /^(?:commit|merge|pull|rebase|cherry-pick|am)$/.test(sub),
  apply: ({ lines, cut }) => {
    const modes = lines.filter((line) => /^ (?:create|delete) mode \d{6} /.test(line));
    if (modes.length < 12) return null;
    let seen = 0;
    const kept = lines.filter((line) => !/^ (?:create|delete) mode \d{6} /.test(line) || ++seen <= 8);
    return [...kept, cut(modes.length - 8, `of ${modes.length} created or deleted files`)];
  },
};
