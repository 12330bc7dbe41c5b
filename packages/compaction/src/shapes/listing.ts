// Rows of `ls -l`, all of them with everything they say: owners and dates that most rows share are stated once.
import { head, type Shape } from '../filter.ts';

const ROW =
  /^(?<mode>[-dlbcpsD][-rwxsStT]{9}[.+@]? +\d+) +(?<owners>\S+ +\S+) +(?<size>\d[\d.,]*[KMGTPE]?|\d+, +\d+) +(?<date>(?:\d{4}-\d\d-\d\d|\S{2,6} +\S{1,5}) +(?:\d\d:\d\d|\d{4})) (?<name>.+)$/;
/** Fewer rows gain nothing. */
const FEWEST_ROWS = 3;

export const listingShape: Shape = {
  name: 'listing',
  apply: ({ lines }) => {
    const rows = lines.map((line) => ROW.exec(head(line))?.groups ?? line);
    const entries = rows.filter((row) => typeof row !== 'string');
    if (entries.length < FEWEST_ROWS) return null;
    const owners = shared(entries.map((row) => row.owners!));
    const date = shared(entries.map((row) => row.date!));
    if (owners === null && date === null) return null;
    const written = rows.map((row) => {
      if (typeof row === 'string') return row;
      const columns = [
        row.mode,
        row.owners === owners ? null : row.owners,
        row.size,
        row.date === date ? null : row.date,
      ];
      return [...columns.filter((column) => column !== null).map((column) => single(column!)), row.name].join(' ');
    });
    const stated = [owners, date].filter((value) => value !== null).map(single);
    return [`${stated.join(', ')} unless said:`, ...written];
  },
};

const single = (text: string): string => text.replace(/ +/g, ' ');

/** The value that more than half of the rows have. */
function shared(values: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].find(([, count]) => count > values.length / 2)?.[0] ?? null;
}
