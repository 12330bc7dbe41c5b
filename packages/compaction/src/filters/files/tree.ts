// `tree`: one blank per level instead of drawn branches.
import type { Filter } from '../../filter.ts';
import { capLines } from '../../stages/cap-lines.ts';

const BRANCH = /^((?:│ {3}|│\u00a0{2} |\| {3}| {4})*)(?:[├└]── |[|`]-- )/;

export const tree: Filter = {
  name: 'tree',
  matches: ({ program }) => program === 'tree' || program === 'eza' || program === 'exa',
  anyLines: true,
  apply: ({ lines, cut }) => {
    let branches = 0;
    const result = lines.map((line) => {
      const branch = BRANCH.exec(line.slice(0, 400));
      if (!branch) return line;
      branches++;
      return (
        ' '.repeat(1 + (branch[1] as string).length / 4) +
        line.slice(branch[0].length).replace(/^\[ *(\S[^\]]{0,80})\] {1,2}/, '[$1] ')
      );
    });
    return branches > 2 ? capLines(result, cut) : null;
  },
};
