import { expect, it } from 'vitest';
import { isShort, keepsWords } from './keeps-words.ts';

it.each([
  ['a  b   c\n', 'a b c', true],
  ['line\nline\nline\n', 'line (×3)', true],
  ['version: 4.2.1\nok\n', 'ok', false],
  ['', '', true],
])('%j as %j: %s', (text, shorter, kept) => expect(keepsWords(text, shorter)).toBe(kept));

it('is short up to a thousand tokens', () => {
  expect([isShort('x'.repeat(3_500)), isShort('x'.repeat(3_501))]).toEqual([true, false]);
});
