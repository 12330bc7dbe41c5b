/** A text within its budget keeps its beginning, its end and its errors, in order, and counts what is missing. */
import { expect, it } from 'vitest';
import { countLines, fitLines } from './fit-lines.ts';

const numbered = (count: number, at: Record<number, string> = {}): string =>
  `${Array.from({ length: count }, (_, i) => at[i] ?? `line ${i} of a long log that says nothing`).join('\n')}\n`;

it('leaves a text that fits as it is', () => {
  expect(fitLines('a\nb\n', { chars: 100 }, 'id')).toEqual({ text: 'a\nb\n', cut: false });
});

it('keeps both ends and the errors between them, and counts the rest', () => {
  const text = numbered(5000, { 2500: 'ERROR: disk full on /srv' });
  const { text: fitted, cut } = fitLines(text, { chars: 4000 }, '01abc');
  expect(cut).toBe(true);
  expect(fitted.length).toBeLessThanOrEqual(4000);
  const lines = fitted.split('\n');
  expect(lines[0]).toBe('line 0 of a long log that says nothing');
  expect(lines.at(-1)).toBe('line 4999 of a long log that says nothing');
  expect(fitted).toContain('ERROR: disk full on /srv');
  const markers = lines.filter((line) => line.startsWith('… '));
  expect(markers).toHaveLength(1);
  const shown = lines.filter((line) => !line.startsWith('…')).length;
  expect(markers[0]).toBe(`… ${5000 - shown} of 5000 lines left out (synapse_get_output execution_id=01abc)`);
});

it('keeps only the end where that is asked for', () => {
  const { text } = fitLines(numbered(1000), { chars: 1000 }, null, { onlyTail: true });
  expect(text).toMatch(/^… \d+ of 1000 lines left out\n/);
  expect(text).toMatch(/line 999 of a long log that says nothing$/);
  expect(text).not.toContain('line 0 ');
});

it('keeps only the errors where that is asked for', () => {
  const { text } = fitLines(numbered(50, { 7: 'error: no such host' }), { chars: 10_000 }, null, { onlyErrors: true });
  expect(text).toBe('… 49 of 50 lines left out\nerror: no such host\n…');
});

it('cuts a single endless line by characters', () => {
  const { text, cut } = fitLines('x'.repeat(100_000), { chars: 1000 }, null);
  expect(cut).toBe(true);
  expect(text.length).toBeLessThanOrEqual(1000);
  expect(text).toMatch(/characters left out/);
});

it('counts the lines of a text far longer than what it searches', () => {
  const text = numbered(100_000);
  const { text: fitted } = fitLines(text, { chars: 2000 }, null);
  const shown = fitted.split('\n').filter((line) => !line.startsWith('…')).length;
  expect(fitted).toContain(`… ${100_000 - shown} of 100000 lines left out`);
});

it.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
])('counts lines of %j', (text, count) => expect(countLines(text)).toBe(count));
