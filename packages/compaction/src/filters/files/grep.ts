// grep, rg, ag, git grep: each file once for its matches, a shared folder once, no indentation; of very many matches,
// some of each file.
import { type Filter, head } from '../../filter.ts';
import { capLines } from '../../stages/cap-lines.ts';
import { commonFolder, groupPaths } from '../../stages/group-paths.ts';

interface Match {
  readonly file: string;
  readonly place: string;
  readonly text: string;
}

/** file:line:text, file-line-text (context), file:text; the file must look like a path so that text with colons is not taken for one. */
const NUMBERED = /^((?:[A-Za-z]:)?[^\s:][^\s:]{0,300}?)([:-])(\d+)\2(?:(\d+):)?/;
/** A date, a time or the number of a line, not the name of a file. */
const NUMBERS = /^[\d.,/T+-]+$/;
const NAMED = /^([^\s:]*[./][^\s:]{0,300}):/;
const LONGEST_TEXT = 240;
const FLOOD = 200;
const FLOOD_CHARS = 20_000;
const SHORT_FOLDERS = 60;
const PER_FILE = [10, 3, 1];

function readMatch(line: string): Match | null {
  const start = head(line);
  const numbered = NUMBERED.exec(start);
  if (numbered && !NUMBERS.test(numbered[1] as string))
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
  isList: true,
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
    const list = groupCounts(some);
    return [...capLines(list, cut), ...(none > 0 ? [cut(none, `of ${rows.length} files, without a match,`)] : [])];
  },
};

/** The count that most files have is stated once, and so is a folder before its names. */
function groupCounts(rows: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(countOf(row), (counts.get(countOf(row)) ?? 0) + 1);
  const usual = [...counts].find(([, files]) => files > rows.length / 2 && files > 12)?.[0];
  if (usual !== undefined) {
    const grouped = groupPaths(rows.map((row) => (countOf(row) === usual ? row.slice(0, row.lastIndexOf(':')) : row)));
    if (grouped !== null) return [`${rows.length} files, ${usual} unless said:`, ...grouped];
  }
  const folder = commonFolder(rows);
  return folder.length > 1 ? [`${folder}:`, ...rows.map((row) => row.slice(folder.length))] : [...rows];
}

const countOf = (row: string): string => row.slice(row.lastIndexOf(':') + 1);

function writeMatches(read: ReadonlyArray<Match | string>, counts: ReadonlyMap<string, number>, most: number) {
  const shared = commonFolder([...counts.keys()]);
  // repeating a short folder before a few names is better than a line of its own
  const folder = shared.length * counts.size > SHORT_FOLDERS ? shared : '';
  const result = folder.length > 1 ? [`${folder}:`] : [];
  let file: string | null = null;
  let inFile = 0;
  let left = 0;
  let last = '';
  let before = '';
  for (const one of read) {
    if (typeof one === 'string') {
      if (one !== '--') result.push(one);
      continue;
    }
    const name = one.file.slice(folder.length);
    const count = counts.get(one.file) ?? 0;
    if (one.file !== file) {
      file = one.file;
      inFile = 0;
      if (count > 1) result.push(count > most ? `${name}: (${count} matches)` : `${name}:`);
    }
    const text = shortText(one.text);
    const again = inFile > 0 && one.place !== '' && text === last && !one.place.endsWith('-');
    last = text;
    if (++inFile > most) left++;
    // the same text again: only its place
    else if (again) result[result.length - 1] = `${before},${one.place} ${text}`;
    else result.push(`${count > 1 ? ' ' : `${name}:`}${one.place}${one.place ? ' ' : ''}${text}`);
    before = again ? `${before},${one.place}` : `${count > 1 ? ' ' : `${name}:`}${one.place}`;
  }
  return { result, left, chars: result.reduce((sum, line) => sum + line.length + 1, 0) };
}

export const grep: Filter = {
  name: 'grep',
  matches: ({ program, sub }) => /^(?:grep|rg|ag|ack|zgrep)$/.test(program) || (program === 'git' && sub === 'grep'),
  anyLines: true,
  apply: ({ lines, cut }) => {
    const filled = lines.filter((line) => line !== '');
    const read = filled.map((line) => readMatch(line) ?? line);
    const matches = read.filter((one): one is Match => typeof one !== 'string');
    if (matches.length < 3 || matches.length < filled.length * 0.7) return null;
    const counts = new Map<string, number>();
    for (const { file } of matches) counts.set(file, (counts.get(file) ?? 0) + 1);
    let written = writeMatches(read, counts, Number.POSITIVE_INFINITY);
    // of very many matches, a few of every file are better than all of a few files
    for (const most of matches.length > FLOOD ? PER_FILE : []) {
      if (written.chars > FLOOD_CHARS) written = writeMatches(read, counts, most);
    }
    const { result, left } = written;
    const note = left > 0 ? [cut(left, `of ${matches.length} matches in ${counts.size} files`)] : [];
    return [...capLines(result, cut), ...note];
  },
};
