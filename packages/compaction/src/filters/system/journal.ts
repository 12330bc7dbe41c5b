// journalctl and systemctl status: host and time once for the lines that share them; folds long journals.
import type { Filter, FilterInput } from '../../filter.ts';
import { foldLog, looksLikeLog } from '../../shapes/log.ts';

const ENTRY = /^([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\S{8,30}) (\S{1,80}) (\S.*)$/;

interface Entry {
  readonly time: string;
  readonly host: string;
  readonly text: string;
}

const readEntry = (line: string): Entry | null => {
  const match = ENTRY.exec(line.slice(0, 1_000));
  if (match === null) return null;
  const [, time = '', host = ''] = match;
  return { time, host, text: line.slice(time.length + host.length + 2) };
};

/** The one host of all entries, or null. */
function onlyHost(lines: readonly string[]): string | null {
  const hosts = new Set<string>();
  for (const line of lines) {
    const entry = readEntry(line);
    if (entry !== null) hosts.add(entry.host);
    if (hosts.size > 1) return null;
  }
  return [...hosts][0] ?? null;
}

function withoutHost(lines: readonly string[]): string[] {
  let last = '';
  return lines.map((line) => {
    const entry = readEntry(line);
    if (entry === null) return line;
    const shown = entry.time === last ? ` ${entry.text}` : `${entry.time} ${entry.text}`;
    last = entry.time;
    return shown;
  });
}

function applyJournal(input: FilterInput): readonly string[] | null {
  const { lines } = input;
  const host = onlyHost(lines);
  if (host === null) return null;
  const bare = lines.map((line) => {
    const entry = readEntry(line);
    return entry === null ? line : `${entry.time} ${entry.text}`;
  });
  const folded = looksLikeLog(bare) ? foldLog(bare, input) : null;
  return [`host ${host}:`, ...(folded ?? withoutHost(lines))];
}

export const journal: Filter = {
  name: 'journal',
  matches: ({ program, args }) => program === 'journalctl' && !args.some((word) => /^(?:-o|--output)/.test(word)),
  anyLines: true,
  apply: applyJournal,
};

export const unitStatus: Filter = {
  name: 'systemctl-status',
  matches: ({ program, sub }) => program === 'systemctl' && sub === 'status',
  apply: ({ lines }) => {
    const host = onlyHost(lines);
    const result = withoutHost(lines)
      .filter((line) => line !== '')
      .map((line) => line.replace(/^ {2,}(?=[A-Z][\w ]{1,20}: )/, ' '));
    return host === null ? result : [...result, `(host ${host})`];
  },
};
