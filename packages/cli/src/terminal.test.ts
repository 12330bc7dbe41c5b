/** Tables and times: for programs as they are, for a person at a terminal short and relative. */
import { afterAll, expect, it } from 'vitest';
import { shownTime } from './shown-time.ts';
import { table } from './terminal.ts';
import { speakAs } from './words/tell.ts';

afterAll(() => speakAs([], {}));

const NOW = Date.parse('2026-11-18T12:00:00.000Z');
const AT = '2026-11-18T11:57:00.000Z';

it('leaves times and widths alone for a program', () => {
  expect(table(['ID', 'WHEN', 'COMMAND'], [['one', AT, 'x'.repeat(200)]], { columns: null, now: NOW })).toBe(
    `ID   WHEN                      COMMAND\none  ${AT}  ${'x'.repeat(200)}`,
  );
});

it('fits a terminal of 60 columns by cutting the widest column, and tells times relatively', () => {
  const rows = [['01jd2y4k0zv3w', AT, 'production-database', 'x'.repeat(200)]];
  const lines = table(['ID', 'WHEN', 'MACHINE', 'COMMAND'], rows, { columns: 60, now: NOW }).split('\n');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
  expect(lines[1]).toMatch(/^01jd2y4k0zv3w {2}3 min ago {2}\S+ {2}x+…$/);
});

it('never cuts what names the row, and leaves columns out where cutting would not be enough', () => {
  const head = ['ID', 'STATUS', 'WHERE', 'WHO', 'TOKEN', 'COMMAND'];
  const id = '01m7q1rjtn8qgtexaehk3h7r7z';
  const lines = table(head, [[id, ...head.slice(1).map(() => 'y'.repeat(30))]], { columns: 60, now: NOW }).split('\n');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
  expect(lines[0]).toMatch(/^ID +STATUS +WHERE +COMMAND$/);
  expect(lines[1]).toMatch(new RegExp(`^${id}  y+…  y+…  y+…$`));
  expect(table(head, [head.map(() => 'y'.repeat(30))], { columns: 20, now: NOW }).split('\n')[1]).toBe('y'.repeat(30));
});

it.each([
  ['2026-11-18T11:59:58.000Z', '2 s ago', 'il y a 2 s'],
  ['2026-11-18T12:05:00.000Z', 'in 5 min', 'dans 5 min'],
  ['2026-11-18T07:10:00.000Z', '4 h ago', 'il y a 4 h'],
  ['2026-11-16T11:00:00.000Z', '2 d ago', 'il y a 2 j'],
])('tells %s as %s', (iso, english, french) => {
  speakAs([], {});
  expect(shownTime(iso, NOW)).toBe(english);
  speakAs(['--lang', 'fr'], {});
  expect(shownTime(iso, NOW)).toBe(french);
});

it('tells what is longer ago as a date of this place', () => {
  const date = new Date('2026-11-01T09:30:00');
  expect(shownTime(date.toISOString(), NOW)).toBe('2026-11-01 09:30');
});
