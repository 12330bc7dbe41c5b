// clone, fetch, pull, push: what was moved and where, without the progress counters.
import { declareFilter } from '../../declare-filter.ts';

export const gitTransfer = declareFilter({
  name: 'git-transfer',
  matches: ({ program, sub }) =>
    program === 'git' && /^(?:clone|fetch|pull|push|submodule|remote|gc|repack)$/.test(sub),
  anyLines: true,
  drop: [
    /^(?:remote: )?(?:Enumerating|Counting|Compressing) objects: /,
    /^Delta compression using/,
    /^(?:Writing objects|Unpacking objects): /,
    /^remote: Total \d+ \(delta/,
    /^Total \d+ \(delta/,
    /^remote:$/,
    /^POST git-(?:upload|receive)-pack/,
  ],
  replace: [
    [/^( [*+=!t-]? ?\S.*?) {2,}(?=\S)/, '$1 '],
    [/^(remote: (?:Resolving deltas|Updating).*|Receiving objects.*|Resolving deltas.*), done\.$/, '$1'],
  ],
});
