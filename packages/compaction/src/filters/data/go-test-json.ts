// `go test -json`: takes the text out of its records and treats it like that of `go test`.
import type { Filter } from '../../filter.ts';
import { readRecords, textOf } from './read-records.ts';

export const goTestJson: Filter = {
  name: 'go-test-json',
  matches: ({ program, sub, args }) => program === 'go' && sub === 'test' && args.includes('-json'),
  apply: ({ lines, as, tick }) => {
    const records = readRecords(lines, tick);
    if (records === null || !records.every((record) => textOf(record.Action) !== '')) return null;
    const said = records.map((record) => textOf(record.Output)).join('');
    return said === '' ? null : as('go test -v', said.split('\n'));
  },
};
