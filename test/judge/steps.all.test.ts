/** How much the judge does with a text that was made to keep it busy: four times the text, four times the steps, up to a bound. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { HOSTILE } from './hostile-texts.ts';

/** The most that 64 KiB may take, for each character. */
const STEPS_A_CHARACTER = 100;

let counted: Readonly<Record<string, readonly [quarter: number, whole: number, most: number]>>;
beforeAll(() => {
  const printed = execFileSync(process.execPath, [join(import.meta.dirname, 'count-all.ts')], { encoding: 'utf8' });
  counted = JSON.parse(printed);
});

it('counts what is done', () => {
  const [one, hundred] = counted.one!;
  expect(one).toBeGreaterThan(10);
  expect(hundred).toBeGreaterThan(30 * one);
});

it.each(Object.keys(HOSTILE))('%s: grows with the text and no faster', (kind) => {
  const [quarter, whole, most] = counted[kind]!;
  expect(whole).toBeLessThanOrEqual(4.6 * quarter + 5_000);
  expect(most).toBeLessThanOrEqual(STEPS_A_CHARACTER * 65_536);
});
