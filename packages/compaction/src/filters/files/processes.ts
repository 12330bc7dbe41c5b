// `ps`: removes padding and columns that say nothing, counts kernel threads, shortens long ids as their tools do.
import type { Filter } from '../../filter.ts';
import { capLines, MOST_CHARS } from '../../stages/cap-lines.ts';
import { splitCells } from '../../stages/table.ts';

/** Nobody acts on the virtual size, and the share of memory only repeats the resident size, rounded. */
const NOT_SHOWN = new Set(['VSZ', '%MEM', 'C', 'ADDR', 'WCHAN', 'F', 'PRI', 'NI']);
const SHORTER: Record<string, string> = { '0.0': '0', '0:00': '0', '00:00:00': '0', '0': '0' };

const MANY_AT_ONCE = 10;

/** The usual folders of programs. */
const PROGRAM_FOLDER = /^\/(?:usr\/)?(?:local\/)?s?bin\/(?=[\w.+-]+(?: |$))/;

const shortCommand = (command: string): string =>
  command.replace(PROGRAM_FOLDER, '').replace(/\b([0-9a-f]{12})[0-9a-f]{52}\b/g, '$1…');

export const ps: Filter = {
  name: 'ps',
  isList: true,
  matches: ({ program }) => program === 'ps',
  anyLines: true,
  apply: ({ lines, cut }) => {
    const filled = lines.filter((line) => line !== '');
    const header = (filled[0] ?? '').trim().split(/\s+/);
    if (!header.includes('PID') || header.length < 4) return null;
    const rows = filled.slice(1).map((line) => splitCells(line, header.length));
    const threads = rows.filter((row) => /^\[.*\]$/.test(row[header.length - 1] ?? ''));
    const fold = threads.length > 5;
    const shown = fold ? rows.filter((row) => !/^\[.*\]$/.test(row[header.length - 1] ?? '')) : rows;
    const columns = header
      .map((_, i) => i)
      .filter((i) => !NOT_SHOWN.has(header[i] as string) && !shown.every((row) => row[i] === '?'));
    const last = header.length - 1;
    const cell = (row: readonly string[], i: number) =>
      i === last ? shortCommand(row[i] ?? '') : (SHORTER[row[i] ?? ''] ?? row[i] ?? '');
    const started = header.findIndex((title) => /^(?:START|STIME|STARTED)$/.test(title));
    // processes are listed in the order of their start: many in a row show the same time
    const same = (at: number) => at > 0 && (shown[at]?.[started] ?? '') === shown[at - 1]?.[started];
    // what is cut would leave it unclear above what
    const whole = filled.reduce((sum, line) => sum + line.length, 0) < MOST_CHARS;
    const ditto = whole && started >= 0 && started < last && shown.filter((_, at) => same(at)).length > MANY_AT_ONCE;
    const write = (row: readonly string[], at: number) =>
      columns.map((i) => (ditto && i === started && same(at) ? '"' : cell(row, i))).join(' ');
    const body = shown.map((row, at) => (row.length < header.length ? row.join(' ') : write(row, at)));
    const titles = columns.map((i) => header[i]).join(' ');
    const title = ditto ? `${titles} (" in ${header[started]}: as above)` : titles;
    const result = capLines([title, ...body], cut);
    return fold ? [...result, cut(threads.length, 'kernel threads')] : result;
  },
};

/** `top -b`: the summary as it is, then only what uses something. */
export const top: Filter = {
  name: 'top',
  matches: ({ program }) => program === 'top' || program === 'htop',
  apply: ({ lines, cut }) => {
    const at = lines.findIndex((line) => /^\s*PID\s+USER/.test(line));
    if (at < 0) return null;
    const header = (lines[at] as string).trim().split(/\s+/);
    const cpu = header.indexOf('%CPU');
    const memory = header.indexOf('%MEM');
    const rows = lines
      .slice(at + 1)
      .filter((line) => line !== '')
      .map((line) => splitCells(line, header.length));
    if (cpu < 0 || rows.some((row) => row.length < header.length && !/^top -/.test(row.join(' ')))) return null;
    const busy = rows.filter((row, i) => i < 10 || row[cpu] !== '0.0' || Number(row[memory]) >= 0.5);
    const columns = header.map((_, i) => i).filter((i) => !/^(?:PR|NI|VIRT|SHR)$/.test(header[i] as string));
    const table = [header, ...busy].map((row) => columns.map((i) => row[i]).join(' '));
    const summary = lines.slice(0, at).map((line) => line.replace(/ {2,}/g, ' '));
    return [
      ...summary,
      ...table,
      ...(busy.length < rows.length ? [cut(rows.length - busy.length, `of ${rows.length} processes, idle,`)] : []),
    ];
  },
};
