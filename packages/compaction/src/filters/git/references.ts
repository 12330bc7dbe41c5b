// Lists that git prints: reflog, shortlog, for-each-ref, `status --porcelain=v2`; ids as short as git shows them.
import { type Filter, head } from '../../filter.ts';
import { foldRepeats } from '../../stages/fold-repeats.ts';

const LONG_ID = /\b([0-9a-f]{10})[0-9a-f]{30}\b/g;
const CHANGED = /^[12u] (\S\S) \S{4} (?:[0-7]{6} ){3,4}(?:[0-9a-f]{40} ){2,3}(?:[RC]\d+ )?(.+)$/;

export const gitReferences: Filter = {
  name: 'git-references',
  isList: true,
  matches: ({ program, sub }) => program === 'git' && /^(?:for-each-ref|show-ref|ls-remote|rev-list|cherry)$/.test(sub),
  anyLines: true,
  apply: ({ lines }) => lines.map((line) => line.replace(LONG_ID, '$1').replace(/\t/g, ' ')),
};

/** The same move many times over becomes one, with the newest entry's number and the length of the run. */
export const gitReflog: Filter = {
  name: 'git-reflog',
  isList: true,
  matches: ({ program, sub }) => program === 'git' && sub === 'reflog',
  apply: ({ lines }) => {
    const entries = lines.map((line) => /^([0-9a-f]{7,40}) (?:\(.*\) )?HEAD@\{(\d+)\}: (.*)$/.exec(head(line)));
    if (entries.length < 4 || entries.filter((entry) => entry !== null).length < lines.length - 1) return null;
    const said = entries.flatMap((entry, i) =>
      entry === null ? [] : [{ key: `${entry[1]} ${entry[3]}`, line: lines[i] as string }],
    );
    const folded = foldRepeats(said.map(({ key }) => key));
    let at = 0;
    return folded.map((line) => {
      const count = Number(/ \(×(\d+)\)$/.exec(line)?.[1] ?? 1);
      const first = (said[at] as { line: string }).line;
      at += count;
      const number = /HEAD@(\{\d+\})/.exec(first)?.[1] ?? '';
      return line.replace(/^([0-9a-f]+) /, `$1 ${number} `).replace(/ commit: /, ' ');
    });
  },
};

export const gitShortlog: Filter = {
  name: 'git-shortlog',
  matches: ({ program, sub }) => program === 'git' && sub === 'shortlog',
  apply: ({ lines }) =>
    lines.filter((line) => line !== '').map((line) => line.replace(/^ {6}/, ' ').replace(/^ +(\d+)\t/, '$1 ')),
};

/** `1 M. N... 100644 100644 100644 <id> <id> path`: the letters and the path. */
export const gitPorcelain: Filter = {
  name: 'git-porcelain',
  matches: ({ program, sub, args }) => program === 'git' && sub === 'status' && args.includes('--porcelain=v2'),
  anyLines: true,
  apply: ({ lines }) =>
    lines.map((line) => {
      const changed = CHANGED.exec(head(line));
      if (changed !== null) return `${changed[1]} ${(changed[2] as string).replace('\t', ' <- ')}`;
      return line.replace(LONG_ID, '$1').replace(/^# branch\./, '');
    }),
};
