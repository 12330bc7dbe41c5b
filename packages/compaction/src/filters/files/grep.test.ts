import { expect, it } from 'vitest';
import { compact } from '../../compact.ts';

const grepped = (line: (i: number) => string) => {
  const stdout = `${Array.from({ length: 60 }, (_, i) => line(i)).join('\n')}\n`;
  return compact({ command: 'grep ERROR app.log', exitCode: 0, stdout, recovery: null });
};
const two = (i: number) => `${10 + (i % 50)}`;

it.each([
  ['an ISO date', (i: number) => `2026-11-18T00:01:${two(i)}Z ERROR order ${i} failed`],
  ['a time', (i: number) => `00:01:${two(i)} ERROR order ${i} failed`],
  ['syslog', (i: number) => `Nov 18 00:01:${two(i)} web1 shop[12]: ERROR order ${i} failed`],
  ['an access log', (i: number) => `10.0.0.1 - - [18/Nov/2026:00:01:${two(i)} +0000] "GET /${i}" 500 ERROR`],
])('lines of one log that begin with %s are no matches in files of that name', (_, line) => {
  const { text, filter } = grepped(line);
  expect(filter).not.toBe('grep');
  expect(text).not.toMatch(/matches\)|in \d+ files/);
});

it('still reads matches of files', () => {
  expect(grepped((i) => `src/orders/pricing.ts:${i + 1}:  throw new Error("ERROR ${i}")`).filter).toBe('grep');
});
