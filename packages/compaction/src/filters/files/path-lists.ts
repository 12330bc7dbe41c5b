// find, fd, git ls-files, rg --files: one line per folder with its names; what all paths share is stated once.
import { type Filter, head } from '../../filter.ts';
import { capLines } from '../../stages/cap-lines.ts';
import { groupPaths } from '../../stages/group-paths.ts';

const NOT_A_PATH = /^(?:find|fd|rg|git|ls|locate): |: (?:Permission denied|No such file)/;

export const pathLists: Filter = {
  name: 'path-lists',
  matches: ({ program, sub, args }) =>
    (program === 'find' && !args.some((arg) => /^-(?:exec|execdir|ls|printf|ok|print0)$/.test(arg))) ||
    program === 'fd' ||
    (program === 'tar' && args.some((arg) => /^-?[a-zA-Z]*[cx][a-zA-Z]*$/.test(arg) && arg.includes('v'))) ||
    program === 'locate' ||
    (program === 'git' && sub === 'ls-files') ||
    (program === 'git' && sub === 'ls-tree' && args.includes('--name-only')) ||
    ((program === 'rg' || program === 'ag') && args.includes('--files')) ||
    (/^(?:grep|rg|ag|git)$/.test(program) &&
      args.some((arg) => /^-[a-zA-Z]*l[a-zA-Z]*$|^--files-with-matches$/.test(arg)) &&
      (program !== 'git' || sub === 'grep')),
  anyLines: true,
  apply: ({ lines, cut }) => {
    const filled = lines.filter((line) => line !== '');
    const messages = filled.filter((line) => NOT_A_PATH.test(head(line)));
    const grouped = groupPaths(filled.filter((line) => !NOT_A_PATH.test(head(line))));
    return grouped && [...messages, ...capLines(grouped, cut)];
  },
};
