// Tables drawn with lines and corners, whoever prints them: borders and padding go, every cell stays.
import type { Shape } from '../filter.ts';
import { capRows } from '../stages/cap-rows.ts';

const RULE_ONLY = /^\s*[-=+┌┬┐├┼┤└┴┘─═│╭╮╰╯╔╗╚╝╠╣║|: ]+$/;
const isRule = (line: string): boolean => line.length < 2_000 && RULE_ONLY.test(line) && /--|──|==|══/.test(line);
const ROW = /^\s*[|│║].*[|│║]$/;
const FEWEST_ROWS = 3;

function squeezeRow(line: string): string {
  return line
    .trim()
    .slice(1, -1)
    .split(/[|│║]/)
    .map((cell) => cell.trim())
    .join(' | ');
}

export const boxTableShape: Shape = {
  name: 'box-table',
  apply: ({ lines, cut, tick }) => {
    let rows = 0;
    let rules = 0;
    const result: string[] = [];
    let table: string[] = [];
    const endTable = () => {
      for (const row of capRows(table, cut)) result.push(row);
      table = [];
    };
    lines.forEach((line, i) => {
      if ((i & 1023) === 0) tick();
      if (isRule(line)) rules++;
      else if (line.length < 2_000 && ROW.test(line)) {
        rows++;
        const cells = squeezeRow(line);
        if (/[^| ]/.test(cells)) table.push(cells);
      } else {
        endTable();
        result.push(line);
      }
    });
    endTable();
    return rules >= 2 && rows >= FEWEST_ROWS ? result : null;
  },
};
