// Rows of values between commas, semicolons or tabs: whole up to some hundreds, then both ends and what stands out.
import type { Shape } from '../filter.ts';
import { capRows } from '../stages/cap-rows.ts';

const FEWEST_ROWS = 200;
const SEPARATORS = [',', ';', '\t'];

const cellsOf = (line: string, separator: string): number => line.split(separator).length;

export const csvShape: Shape = {
  name: 'csv',
  apply: ({ lines, cut, tick }) => {
    const first = lines.find((line) => line !== '');
    if (first === undefined || lines.length < FEWEST_ROWS) return null;
    const separators = SEPARATORS.filter((separator) => cellsOf(first, separator) >= 3);
    if (separators.length === 0) return null;
    const rows = lines.filter((line) => line !== '');
    if (rows.length < FEWEST_ROWS) return null;
    for (const separator of separators) {
      tick();
      const cells = cellsOf(first, separator);
      const fitting = rows.filter((row) => cellsOf(row, separator) === cells).length;
      if (fitting >= rows.length * 0.95) return capRows(rows, cut);
    }
    return null;
  },
};
