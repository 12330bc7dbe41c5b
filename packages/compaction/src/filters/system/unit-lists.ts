// systemctl's lists: removes padding and the legend, keeps every unit with its states.
import { declareFilter } from '../../declare-filter.ts';

export const unitLists = declareFilter({
  name: 'systemctl-list',
  isList: true,
  matches: ({ program, sub }) =>
    program === 'systemctl' &&
    /^(?:|list-units|list-unit-files|list-sockets|list-timers|list-jobs|list-machines)$/.test(sub),
  drop: [
    /^(?:LOAD|ACTIVE|SUB|LEGEND)?\s*(?:= |→ )/,
    /^LEGEND: /,
    /^\s+(?:ACTIVE|SUB)\s+→ /,
    /^To show all installed unit files use /,
    /^Pass --all to see /,
  ],
  replace: [
    [/^ {2}(?=\S)/, ''],
    [/(\S) {2,}(?=\S)/g, '$1 '],
    [/^(\d+ loaded units listed\.) Pass --all .*$/, '$1'],
  ],
});
