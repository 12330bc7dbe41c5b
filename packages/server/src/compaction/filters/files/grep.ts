// grep, rg, ag, git grep: the file once for its matches, the shared folder once, indentation out; a flood is sampled per file.
import { type Filter, head } from '../../filter.ts';
import { capLines, MOST_CHARS } from '../../stages/cap-lines.ts';
import { commonFolder } from '../../stages/group-paths.ts';

interface Match {
  readonly file: string;
  readonly place: string;
  readonly text: string;
}

/** file:line:text, file-line-text (context), file:text; the file must look like a path so that text with colons is not taken for one. */
const NUMBERED = /^((?:[A-Za-z]:)?[^\s:][^:]{0,300}?)([:-])(\d+)\2(?:(\d+):)?/;
const NAMED = /^([^\s:]*[./][^\s:]{0,300}):/;
const LONGEST_TEXT = 240;
const FLOOD = 400;
const FLOOD_PER_FILE = 8;

function readMatch(line: string): Match | null {
  const start = head(line);
  const numbered = NUMBERED.exec(start);
  if (numbered)
    return {
      file: numbered[1] as string,
      place: `${numbered[3]}${numbered[4] ? `:${numbered[4]}` : ''}${numbered[2] === '-' ? '-' : ''}`,
      text: line.slice(numbered[0].length),
    };
  const named = NAMED.exec(start);
  return named ? { file: named[1] as string, place: '', text: line.slice(named[0].length) } : null;
}

const shortText = (text: string): string => {
  const bare = text.trimStart();
  return bare.length > LONGEST_TEXT ? `${bare.slice(0, LONGEST_TEXT)}… (+${bare.length - LONGEST_TEXT} chars)` : bare;
};

/** `grep -c`: how many per file; files without any are counted. */
export const grepCount: Filter = {
  name: 'grep-count',
  matches: ({ program, sub, args }) =>
    (/^(?:grep|rg|ag|ack)$/.test(program) || (program === 'git' && sub === 'grep')) &&
    args.some((arg) => /^-[a-zA-Z]*c[a-zA-Z]*$|^--count$/.test(arg)),
  anyLines: true,
  apply: ({ lines, cut }) => {
    const rows = lines.filter((line) => line !== '').map((line) => /^([^:]{1,900}):(\d+)$/.exec(head(line)));
    if (rows.length < 4 || rows.some((row) => row === null)) return null;
    const some = rows.filter((row) => row?.[2] !== '0').map((row) => row?.[0] ?? '');
    const none = rows.length - some.length;
    if (some.length === 0) return null;
    const folder = commonFolder(some);
    const list = folder.length > 1 ? [`${folder}:`, ...some.map((row) => row.slice(folder.length))] : some;
    return [...capLines(list, cut), ...(none > 0 ? [cut(none, `of ${rows.length} files, without a match,`)] : [])];
  },
};

export const grep: Filter = {
  name: 'grep',
  matches: ({ program, sub }) => /^(?:grep|rg|ag|ack|zgrep)$/.test(program) || (program === 'git' && sub === 'grep'),
  anyLines: true,
  apply: ({ lines, cut }) => {
    const filled = lines.filter((line) => line !== '');
    const read = filled.map((line) => readMatch(line) ?? line);
    const matches = read.filter((one): one is Match => typeof one !== 'string');
    if (matches.length < 3 || matches.length < filled.length * 0.7) return null;
    const folder = commonFolder([...new Set(matches.map(({ file }) => file))]);
    const counts = new Map<string, number>();
    for (const { file } of matches) counts.set(file, (counts.get(file) ?? 0) + 1);
    const result = folder.length > 1 ? [`${folder}:`] : [];
    const most =
      matches.length > FLOOD ? Math.max(FLOOD_PER_FILE, Math.floor(FLOOD / counts.size)) : Number.POSITIVE_INFINITY;
    let file: string | null = null;
    let inFile = 0;
    let left = 0;
    const endFile = () => {
      if (inFile > most) result.push(`… ${inFile - most} more`);
      inFile = 0;
    };
    for (const one of read) {
      if (typeof one === 'string') {
        if (one !== '--') result.push(one);
        continue;
      }
      const name = one.file.slice(folder.length);
      const several = (counts.get(one.file) ?? 0) > 1;
      if (one.file !== file) {
        endFile();
        file = one.file;
        if (several) result.push(`${name}:`);
      }
      if (++inFile > most) left++;
      else if (several) result.push(` ${one.place}${one.place ? ' ' : ''}${shortText(one.text)}`);
      else result.push(`${name}:${one.place}${one.place ? ' ' : ''}${shortText(one.text)}`);
    }
    endFile();
    if (left > 0) result.push(cut(left, `of ${matches.length} matches in ${counts.size} files`));
    return capLines(result, cut, MOST_CHARS);
  },
};
