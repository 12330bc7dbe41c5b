// df and du: removes padding, states a shared folder once; a long du keeps its largest rows in their order.
import { type Filter, head } from '../../filter.ts';
import { commonFolder } from '../../stages/group-paths.ts';
import { splitCells } from '../../stages/table.ts';

export const df: Filter = {
  name: 'df',
  isList: true,
  matches: ({ program }) => program === 'df',
  anyLines: true,
  apply: ({ lines }) => {
    const header = lines[0] ?? '';
    const count = header
      .trim()
      .replace(/Mounted on$/, 'Mounted_on')
      .split(/\s+/).length;
    return lines.filter((line) => line !== '').map((line) => splitCells(line, count).join(' '));
  },
};

/** A shorter folder stays before its names, so that a row can be quoted as it was. */
const WORTH_SAYING_ONCE = 10;
const MOST_ROWS = 200;
const UNITS = 'KMGTPE';

function bytes(size: string): number {
  const unit = UNITS.indexOf(size[size.length - 1] as string) + 1;
  return Number.parseFloat(size.replace(',', '.')) * 1024 ** unit;
}

export const du: Filter = {
  name: 'du',
  matches: ({ program }) => program === 'du',
  anyLines: true,
  apply: ({ lines, cut }) => {
    const filled = lines.filter((line) => line !== '');
    const rows = filled.map((line) => /^([\d.,]+[KMGTPE]?)\s+(.+)$/.exec(head(line)));
    const paths = rows.flatMap((row) => (row ? [row[2] as string] : []));
    if (paths.length < 3) return null;
    const folder = commonFolder(paths.map((path) => `${path}/`));
    const strip = folder.length > WORTH_SAYING_ONCE ? folder.length : 0;
    const result = strip > 0 ? [`${folder}:`] : [];
    const sizes = rows.map((row) => (row ? bytes(row[1] as string) : Number.POSITIVE_INFINITY));
    const least = rows.length > MOST_ROWS ? ([...sizes].sort((a, b) => b - a)[MOST_ROWS - 1] as number) : 0;
    let left = 0;
    rows.forEach((row, i) => {
      if ((sizes[i] as number) < least) left++;
      else result.push(row ? `${row[1]} ${(row[2] as string).slice(strip) || '.'}` : (filled[i] as string));
    });
    if (left > 0) result.push(cut(left, `of ${rows.length} rows, all smaller than those shown,`));
    return result;
  },
};
