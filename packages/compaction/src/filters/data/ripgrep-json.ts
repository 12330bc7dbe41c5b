// `rg --json`: matches as `rg` itself would print them; times and offsets are left out.
import type { Filter } from '../../filter.ts';
import { type Fields, isFields, numberOf, readRecords, textOf } from './read-records.ts';

const inner = (value: unknown, name: string): Fields => (isFields(value) && isFields(value[name]) ? value[name] : {});

export const ripgrepJson: Filter = {
  name: 'ripgrep-json',
  matches: ({ program, args }) => program === 'rg' && args.includes('--json'),
  apply: ({ lines, as, cut, tick }) => {
    const records = readRecords(lines, tick);
    if (records === null) return null;
    const found: string[] = [];
    let others = 0;
    for (const { type, data } of records) {
      if (type !== 'match' && type !== 'context') {
        others++;
        continue;
      }
      const path = textOf(inner(data, 'path').text);
      const text = textOf(inner(data, 'lines').text).replace(/\n$/, '');
      // bytes that are no text come in base64: we do not show those
      if (path === '' || text.includes('\n') || !isFields(data)) return null;
      const sign = type === 'match' ? ':' : '-';
      found.push(`${path}${sign}${numberOf(data.line_number)}${sign}${text}`);
    }
    if (found.length === 0) return null;
    return [...(as('rg -n x', found) ?? found), cut(others, 'records of files and times, and where in a line')];
  },
};
