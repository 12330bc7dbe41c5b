// `ls -l`: modes as octal, owner and day stated once, exact sizes; folders without the size of their entry.
import { type Filter, type FilterInput, head } from '../../filter.ts';
import { capLines, MOST_CHARS } from '../../stages/cap-lines.ts';

interface Entry {
  readonly mode: string;
  readonly owner: string;
  readonly size: string;
  readonly day: string;
  readonly time: string;
  readonly name: string;
}

const LINE =
  /^([-dlbcpsD])([-rwxsStT]{9})([.+@]?) +\d+ +(\S+) +(\S+) +(\d[\d.,]*[KMGTPE]?|\d+, +\d+) +(?:(\d{4}-\d\d-\d\d|\S{2,6} +\S{1,5}) +(\d\d:\d\d(?::\d\d[.\d]*(?: [+-]\d{4})?)?|\d{4})) (.+)$/;

/** `tar -tv`: no link counts; owner and group in one. */
const TAR_LINE =
  /^([-dlbcphsD])([-rwxsStT]{9}) (\S+?)\/(\S+) +(\d+(?:,\d+)?) (\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?) (.+)$/;

function octal(bits: string): string {
  let special = 0;
  const digits = [0, 3, 6].map((at, i) => {
    const execute = bits[at + 2] as string;
    if (/[sStT]/.test(execute)) special += [4, 2, 1][i] as number;
    return (bits[at] === 'r' ? 4 : 0) + (bits[at + 1] === 'w' ? 2 : 0) + (/[xst]/.test(execute) ? 1 : 0);
  });
  return `${special || ''}${digits.join('')}`;
}

function readEntry(line: string): Entry | null {
  const tar = TAR_LINE.exec(head(line));
  const parts = tar ? [...tar.slice(0, 3), '', ...tar.slice(3)] : LINE.exec(head(line));
  if (!parts || line.length > 1_000) return null;
  const [, kind = '', bits = '', extra = '', user = '', group = '', size = '', day = '', time = '', name = ''] = parts;
  return {
    // mode and size of a link are the same for every link
    mode: kind === 'l' ? 'l' : `${kind === '-' ? '' : kind}${octal(bits)}${extra === '.' ? '' : extra}`,
    owner: `${user}:${group}`,
    size: kind === 'd' || kind === 'l' ? '' : size.replace(/, +/, ','),
    day: day.replace(/ +/, ' '),
    time,
    name: kind === 'd' && !name.endsWith('/') ? `${name}/` : name,
  };
}

/** The value that most entries share, if stating it once saves something. */
function usual(values: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: string | null = null;
  for (const [value, count] of counts) if (count > values.length / 2 && count > 2) best = value;
  return best;
}

export const ls: Filter = {
  name: 'ls',
  isList: true,
  matches: ({ program }) =>
    program === 'ls' || program === 'dir' || program === 'vdir' || program === 'tar' || program === 'bsdtar',
  anyLines: true,
  apply: ({ lines, cut }) => {
    const read = lines.map((line) => readEntry(line) ?? line);
    const entries = read.filter((one): one is Entry => typeof one !== 'string');
    if (entries.length < 3) return null;
    const written = writeEntries(read, true);
    const dated = entries.length > MOST_ROWS ? foldAlike(written, cut) : written;
    if (dated.reduce((size, line) => size + line.length + 1, 0) < MOST_CHARS) return dated;
    // a folder too long to be shown whole: every name matters more than every date
    return [...capLines(writeEntries(read, false), cut, MOST_CHARS - 200), cut(entries.length, 'dates')];
  },
};

/** A list of so many rows is shown whole. */
const MOST_ROWS = 100;
/** Rows in a row that differ in numbers of their names alone; fewer are shown. */
const FEWEST_ALIKE = 20;

/** `15000 img-1.jpg` to `15000 img-110.jpg` in one line, by number as people count. */
function foldAlike(rows: readonly string[], cut: FilterInput['cut']): string[] {
  const result: string[] = [];
  let folded = 0;
  for (let from = 0; from < rows.length; ) {
    const form = formOf(rows[from]!);
    let to = from + 1;
    while (to < rows.length && formOf(rows[to]!) === form) to++;
    const count = to - from;
    if (count < FEWEST_ALIKE) result.push(...rows.slice(from, to));
    else {
      const ordered = rows.slice(from, to).sort(byNumber.compare);
      result.push(`×${count} alike: ${ordered[0]} … ${ordered.at(-1)}`);
      folded += count - 1;
    }
    from = to;
  }
  return folded === 0 ? result : [...result, cut(folded, 'rows alike those marked ×')];
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** What must be equal: all but the numbers in the name, which is the last word. */
const formOf = (row: string): string => {
  const name = row.lastIndexOf(' ') + 1;
  return row.slice(0, name) + row.slice(name).replace(/\d+/g, '#');
};

/** In a short list every mode stays with its file. */
const FEW_FILES = 40;

function writeEntries(read: ReadonlyArray<Entry | string>, dates: boolean): string[] {
  const entries = read.filter((one): one is Entry => typeof one !== 'string');
  const owner = usual(entries.map((entry) => entry.owner));
  const day = dates ? usual(entries.map((entry) => entry.day)) : null;
  const files = entries.filter(({ mode }) => /^\d/.test(mode));
  const mode = files.length > FEW_FILES ? usual(files.map((entry) => entry.mode)) : null;
  const time = day === null ? null : usual(entries.map((entry) => (entry.day === day ? entry.time : '')));
  const title = [mode, owner, day, time].filter(Boolean).join(' ');
  const result = title === '' ? [] : [`${title} unless said:`];
  let dots = 0;
  for (const one of read) {
    if (typeof one === 'string') {
      // a total in blocks says little; one with a unit was asked for with `-h`
      if (one !== '' && !/^total \d+$/.test(one)) result.push(one);
    } else if (one.name !== '../' && (one.name !== './' || ++dots === 1)) {
      const when = !dates ? '' : one.day !== day ? `${one.day} ${one.time}` : one.time === time ? '' : one.time;
      result.push(
        [one.mode === mode ? '' : one.mode, one.owner === owner ? '' : one.owner, one.size, when, one.name]
          .filter(Boolean)
          .join(' '),
      );
    }
  }
  return result;
}
