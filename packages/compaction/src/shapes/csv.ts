// Rows of values between commas, semicolons or tabs: whole up to some hundreds, then both ends and what stands out.
import type { Shape } from '../filter.ts';
import { capRows } from '../stages/cap-rows.ts';
import { thinRows } from './rows.ts';

const FEWEST_ROWS = 60;
const MOST_MISFITS = 20;
const SEPARATORS = [',', ';', '\t'];

const cellsOf = (line: string, separator: string): number => line.split(separator).length;

/** Rows with more or fewer values than the others: a note among them, or a broken one. */
function withMisfits(result: readonly string[], misfits: readonly string[]): readonly string[] {
  const shown = new Set(result);
  const missing = misfits.filter((row) => !shown.has(row)).slice(0, MOST_MISFITS);
  return missing.length === 0 ? result : [...result, '… rows of another form:', ...missing];
}

export const csvShape: Shape = {
  name: 'csv',
  apply: (input) => {
    const { lines, cut, tick } = input;
    const first = lines.find((line) => line !== '');
    if (first === undefined || lines.length < FEWEST_ROWS) return null;
    const separators = SEPARATORS.filter((separator) => cellsOf(first, separator) >= 3);
    if (separators.length === 0) return null;
    const rows = lines.filter((line) => line !== '');
    if (rows.length < FEWEST_ROWS) return null;
    for (const separator of separators) {
      tick();
      const cells = cellsOf(first, separator);
      const misfits = rows.filter((row) => cellsOf(row, separator) !== cells);
      if (misfits.length <= rows.length * 0.05)
        return withMisfits(thinRows(rows, input) ?? capRows(rows, cut), misfits);
    }
    return null;
  },
};
