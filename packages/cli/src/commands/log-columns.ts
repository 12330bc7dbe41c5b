/** The columns of `synapse logs`: of fixed widths, because lines that come later stand below the first ones. */

export const LOG_COLUMNS = ['id', 'when', 'who', 'machine', 'state', 'duration', 'command'] as const;
type Column = (typeof LOG_COLUMNS)[number];
export type LogCells = Readonly<Record<Column, string>>;

export interface LogColumns {
  line(cells: LogCells, paint?: (state: string) => string): string;
}

const GAP = '  ';
/** What is usual fits; a program gets whatever is longer, whole. */
const WIDE = { id: 13, when: 24, who: 4, machine: 14, state: 23, duration: 9 };
/** On a screen a time is shown as how long ago it was. */
const NARROW = { id: 13, when: 16, who: 4, machine: 12, state: 8, duration: 9 };
const NAME_CHARS = 12;
/** Left out first where there is no room, until the command has so much. */
const DISPENSABLE: readonly Column[] = ['duration', 'who', 'machine'];
const COMMAND_CHARS = 12;

/** `screen`: so many characters wide; null: no screen. `hasNames`: everybody's log, where each line says whose it is. */
export function logColumns(screen: number | null, hasNames: boolean): LogColumns {
  const widths = { ...(screen === null ? WIDE : screen < 110 ? NARROW : WIDE) };
  if (hasNames) widths.who = NAME_CHARS;
  const left = new Set<Column>(LOG_COLUMNS);
  const room = (): number =>
    [...left].reduce((rest, one) => (one === 'command' ? rest : rest - widths[one] - GAP.length), screen ?? 0);
  if (screen !== null) {
    for (const one of DISPENSABLE) if (room() < COMMAND_CHARS) left.delete(one);
  }
  const command = screen === null ? Number.POSITIVE_INFINITY : Math.max(room(), 1);
  const fitted = (column: Column, text: string): string => {
    const width = column === 'command' ? command : widths[column];
    const isCut = screen !== null && text.length > width;
    const shown = isCut ? `${text.slice(0, width - 1)}…` : text;
    if (column === 'command') return shown;
    return column === 'duration' ? shown.padStart(width) : shown.padEnd(width);
  };
  return {
    line: (cells, paint = (state) => state) =>
      LOG_COLUMNS.filter((one) => left.has(one))
        .map((one) => (one === 'state' ? paint(fitted(one, cells[one])) : fitted(one, cells[one])))
        .join(GAP),
  };
}
