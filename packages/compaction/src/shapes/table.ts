// Any aligned table: squeezes padding, and states columns with one value once.
import type { Shape } from '../filter.ts';
import { capLines } from '../stages/cap-lines.ts';
import { capRows } from '../stages/cap-rows.ts';
import { readTable, writeTable } from '../stages/table.ts';

/** Titles are words. A first line with dates, sizes or modes in it is a row, and prose is no table. */
function looksLikeHeader(line: string): boolean {
  const titles = line.trim().slice(0, 300);
  if (/\d{2}|^[-dl][-r][-w]|[.:]$/.test(titles)) return false;
  return /^\S+(?: \S+)? {2,}\S/.test(titles) || /^[A-Z%_ ()/-]{8,300}$/.test(titles);
}

export const tableShape: Shape = {
  name: 'table',
  apply: ({ lines, cut }) => {
    const first = lines.find((line) => line !== '');
    if (first === undefined || !looksLikeHeader(first)) return null;
    const rows = lines.filter((line) => !/^[-=+ ]+$/.test(line));
    const ruled = /^-{2,}(?: +-{2,})+$/.test(lines[1] ?? '');
    const table = readTable(rows);
    if (table === null || table.header.length < (ruled ? 2 : 3)) return null;
    const full = table.rows.filter((row) => row.filter((cell) => cell !== '').length * 2 >= row.length).length;
    if (full < table.rows.length * 0.9) return null;
    return capLines(capRows(writeTable(table), cut), cut);
  },
};
