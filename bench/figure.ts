/** What a benchmark reports: figures, some with a target. Alone it prints them; `bench/run.ts` also collects them. */

export interface Figure {
  readonly name: string;
  readonly value: number;
  /** The unit after the number: `ms`, `MB/s`, `×` … */
  readonly unit: string;
  /** The target. Without one, the figure is for information. */
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** False when it misses its target. */
export function isMet({ value, atMost, atLeast }: Figure): boolean {
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}

export function targetOf({ unit, atMost, atLeast }: Figure): string {
  if (atMost !== undefined) return `≤ ${amount(atMost, unit)}`;
  return atLeast === undefined ? '' : `≥ ${amount(atLeast, unit)}`;
}

export function amount(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
  return `${value.toFixed(digits)} ${unit}`.trim();
}

/** A missed target makes the process end with 1. */
export function report(figure: Figure): void {
  const { name, value, unit } = figure;
  const target = targetOf(figure);
  const verdict = target === '' ? '' : `  ${target}  ${isMet(figure) ? 'met' : 'MISSED'}`;
  process.stdout.write(`${name.padEnd(58)} ${amount(value, unit).padStart(14)}${verdict}\n`);
  if (!isMet(figure)) process.exitCode = 1;
  process.send?.(figure);
}
