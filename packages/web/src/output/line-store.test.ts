import { expect, it } from 'vitest';
import { LineStore } from './line-store.ts';

const linesOf = (...chunks: string[]): string[] => {
  const store = new LineStore();
  for (const chunk of chunks) store.append(chunk);
  return Array.from({ length: store.count }, (_, index) => store.line(index));
};

it('joins what comes in pieces', () => {
  expect(linesOf('a\nb\n')).toEqual(['a', 'b']);
  expect(linesOf('a', 'b', '\nc')).toEqual(['ab', 'c']);
  expect(linesOf('a\n', 'b\n', '\n', 'c')).toEqual(['a', 'b', '', 'c']);
  expect(linesOf('\n\n')).toEqual(['', '']);
  expect(linesOf('')).toEqual([]);
});

it('gives the same lines however the text is cut', () => {
  const text = 'one\n\ntwo\r\nthree\n\n\nfour';
  const whole = linesOf(text);
  for (let cut = 0; cut <= text.length; cut++) expect(linesOf(text.slice(0, cut), text.slice(cut))).toEqual(whole);
  expect(linesOf(...text)).toEqual(whole);
});

it('starts anew when cleared', () => {
  const store = new LineStore();
  store.append('half a line');
  store.clear();
  store.append('x');
  expect(store.text()).toBe('x');
});
