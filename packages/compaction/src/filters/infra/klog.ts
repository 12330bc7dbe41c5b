// kubectl and helm with a server that does not answer: the same repeated error, once with its count.
import { type Filter, head, MATCHED_LENGTH } from '../../filter.ts';
import { times } from '../../marker.ts';

const KLOG = /^([EWIF])\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ (\S+:\d+\] .*)$/;

export const klog: Filter = {
  name: 'klog',
  matches: ({ program }) => /^(?:kubectl|k|oc|helm)$/.test(program),
  apply: ({ lines }) => {
    const seen = new Map<string, { at: number; count: number }>();
    const result: string[] = [];
    for (const line of lines) {
      const entry = KLOG.exec(head(line));
      // Only entries are remembered: there may be millions of other lines.
      if (entry === null) {
        result.push(line);
        continue;
      }
      const text = `${entry[1]} ${entry[2]}${line.slice(MATCHED_LENGTH)}`;
      const before = seen.get(text);
      if (before !== undefined) before.count += 1;
      else seen.set(text, { at: result.push(text) - 1, count: 1 });
    }
    if (result.length === lines.length) return null;
    for (const [text, { at, count }] of seen) if (count > 1) result[at] = `${text} (${times(count)})`;
    return result;
  },
};
