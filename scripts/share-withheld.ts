/** Columns of the first line of Linux's `/proc/stat`, behind its name: user, nice, system, idle, iowait, irq, softirq, steal. */
const IDLE = [3, 4];
const STOLEN = 7;
const COUNTED = 8;

/**
 * How much of the processor that this virtual computer could have used between two readings its host gave to others; 0
 * where nobody knows.
 */
export function shareWithheld(before: string, after: string): number {
  const [from, to] = [timesIn(before), timesIn(after)];
  if (from.length < COUNTED || to.length < COUNTED) return 0;
  const spent = to.map((time, column) => time - from[column]!);
  const wanted = spent.reduce((sum, time, column) => (IDLE.includes(column) ? sum : sum + time), 0);
  return wanted > 0 ? spent[STOLEN]! / wanted : 0;
}

const timesIn = (stat: string): number[] =>
  (/^cpu +(.*)$/m.exec(stat)?.[1] ?? '').split(' ').filter(Boolean).slice(0, COUNTED).map(Number);
