/** A table of sizes and what each costs, as it stands in the guide, and whether the largest costs about the smallest. */
import { report } from '../figure.ts';
import { quantile, timed } from '../times.ts';

/** The size first, then milliseconds, unless the name says otherwise. */
export type Row = Record<string, number>;

const ROUNDS = 20;
/** A flat cost may still grow this much: caches, deeper trees, noise. */
const FLAT = 3;
/** What takes less than this is noise. */
const LEAST_MS = 1;

export async function medianOf(work: () => Promise<unknown>, rounds = ROUNDS): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(work));
  return quantile(times, 0.5);
}

export function table(title: string, rows: readonly Row[]): void {
  const names = Object.keys(rows[0]!);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(`\n${title}, milliseconds\n\n${line(names)}|${'---|'.repeat(names.length)}\n`);
  for (const row of rows) {
    const [size, ...costs] = Object.values(row);
    process.stdout.write(line([size!.toLocaleString('en'), ...costs.map((cost) => cost.toFixed(cost < 100 ? 1 : 0))]));
  }
  process.stdout.write('\n');
}

export function flat(what: string, rows: readonly Row[], columns: readonly string[]): void {
  for (const column of columns) {
    const [first, last] = [rows[0]![column]!, rows.at(-1)![column]!];
    const value = last / Math.max(first, LEAST_MS);
    report({ name: `${what}: ${column}, largest / smallest`, value, unit: '×', atMost: FLAT });
  }
}
