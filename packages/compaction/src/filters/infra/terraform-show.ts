// `terraform show` and `output`: the state as it is, without the blanks that align it.
import type { Filter } from '../../filter.ts';

export const terraformShow: Filter = {
  name: 'terraform-show',
  matches: ({ program, sub, args }) =>
    program === 'terraform' && /^(?:show|output)$/.test(sub) && !args.includes('-json'),
  apply: ({ lines }) => {
    // text between << and its end keeps its blanks
    if (lines.some((line) => /<<[-~]?\w+$/.test(line))) return null;
    return lines
      .filter((line) => line !== '')
      .map((line) =>
        line.replace(/^ +/, (blanks) => ' '.repeat(blanks.length / 4)).replace(/^( *"?[\w.-]+"?) += /, '$1 = '),
      );
  },
};
