// kubectl and helm against a server that does not answer: the same error, tried again and again, once with its count.
import type { Filter } from '../../filter.ts';
import { times } from '../../marker.ts';

const KLOG = /^([EWIF])\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ (\S+:\d+\] .*)$/;

export const klog: Filter = {
  name: 'klog',
  matches: ({ program }) => /^(?:kubectl|k|oc|helm)$/.test(program),
  apply: ({ lines }) => {
    const counts = new Map<string, number>();
    const order: string[] = [];
    for (const line of lines) {
      const entry = KLOG.exec(line.slice(0, 2_000));
      const key = entry === null ? `\n${line}\n${order.length}` : `${entry[1]} ${entry[2]}`;
      if (!counts.has(key)) order.push(key);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    if (order.length === lines.length) return null;
    return order.map((key) => {
      if (key.startsWith('\n')) return key.slice(1, key.lastIndexOf('\n'));
      const count = counts.get(key) as number;
      return count === 1 ? key : `${key} (${times(count)})`;
    });
  },
};
