/** Columns of the first line of Linux's `/proc/stat`, behind its name: user, nice, system, idle, iowait, irq, softirq, steal. */
const STOLEN = 7;
const COUNTED = 8;

/** How much of the processor the host of this virtual computer gave to others between two readings; 0 where nobody knows. */
export function shareWithheld(before: string, after: string): number {
  const [from, to] = [timesIn(before), timesIn(after)];
  if (from.length < COUNTED || to.length < COUNTED) return 0;
  const spent = to.map((time, column) => time - from[column]!);
  const all = spent.reduce((sum, time) => sum + time, 0);
  return all > 0 ? spent[STOLEN]! / all : 0;
}

const timesIn = (stat: string): number[] =>
  (/^cpu +(.*)$/m.exec(stat)?.[1] ?? '').split(' ').filter(Boolean).slice(0, COUNTED).map(Number);
