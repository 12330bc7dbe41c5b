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

it('knows when a line came, also after the whole output was read again', () => {
  const store = new LineStore();
  store.append('a\nb', 1000);
  store.append('b\nc\n', 2000);
  expect([0, 1, 2].map((index) => store.timeOf(index))).toEqual([1000, 1000, 2000]);
  store.replace('a\nbb\nc\nd\n');
  expect([store.count, store.timeOf(2), store.timeOf(3)]).toEqual([4, 2000, undefined]);
});

it('holds no more than its bound, and says how much went', () => {
  const store = new LineStore(1000);
  for (let index = 0; index < 1000; index++) store.append(`line ${index}\n`);
  expect(store.chars).toBeLessThanOrEqual(1000);
  expect(store.dropped + store.count).toBe(1000);
  expect(store.line(store.count - 1)).toBe('line 999');
});

it('holds no more lines than its bound, however short they are', () => {
  const store = new LineStore(1_000_000, 100);
  for (let index = 0; index < 1000; index++) store.append(`${index}\n`);
  expect(store.count).toBeLessThanOrEqual(100);
  expect(store.dropped + store.count).toBe(1000);
  expect(store.line(store.count - 1)).toBe('999');
  expect(store.line(0)).toBe(String(store.dropped));
  store.append(Array.from({ length: 500 }, (_, index) => `more ${index}\n`).join(''));
  expect(store.count).toBeLessThanOrEqual(100);
  expect(store.dropped + store.count).toBe(1500);
});

it('finds lines whatever their case, up to a bound', () => {
  const store = new LineStore();
  store.append('Alpha\nbeta\nALPHA beta\n');
  expect(store.find('alpha', 10)).toEqual([0, 2]);
  expect(store.find('alpha', 1)).toEqual([0]);
});

it('shows ahead what may be shown of what is held back, until it comes', () => {
  const store = new LineStore();
  const lines = () => Array.from({ length: store.count }, (_, index) => store.line(index));
  store.append('one\nstarte');
  store.hold('d\n');
  expect([lines(), store.checking]).toEqual([['one', 'started'], false]);
  expect(store.text()).toBe('one\nstarte');
  store.append('d\n');
  store.hold('2');
  expect(lines()).toEqual(['one', 'started', '2']);
  store.append('{{PIN}}\n');
  expect([lines(), store.checking]).toEqual([['one', 'started', '{{PIN}}'], false]);
});

it('says where something is held back that must not be shown', () => {
  const store = new LineStore();
  store.hold('');
  expect([store.count, store.line(0), store.checking]).toEqual([1, '', true]);
  store.append('a ');
  expect(store.checking).toBe(false);
  store.hold('');
  expect([store.count, store.line(0), store.checking]).toEqual([1, 'a ', true]);
  store.clear();
  expect([store.count, store.checking]).toEqual([0, false]);
});
