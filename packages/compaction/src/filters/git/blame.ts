// `git blame`: commit, author and date once for the lines that share them.
import { type Filter, head } from '../../filter.ts';

const LINE = /^(\^?[0-9a-f]{7,40}) (?:(\S+) +)?\((.*?) +(\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d [+-]\d{4} +(\d+)\) ?/;

export const gitBlame: Filter = {
  name: 'git-blame',
  matches: ({ program, sub }) => program === 'git' && (sub === 'blame' || sub === 'annotate'),
  anyLines: true,
  apply: ({ lines }) => {
    const result: string[] = [];
    let before = '';
    let understood = 0;
    for (const line of lines) {
      const parts = LINE.exec(head(line));
      if (!parts) {
        result.push(line);
        before = '';
        continue;
      }
      understood++;
      const origin = `${parts[1]} ${parts[3]} ${parts[4]}${parts[2] ? ` ${parts[2]}` : ''}`;
      if (origin !== before) result.push(origin);
      before = origin;
      result.push(`${parts[5]} ${line.slice(parts[0].length)}`);
    }
    return understood * 2 > lines.length ? result : null;
  },
};
