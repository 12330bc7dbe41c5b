import { expect, it } from 'vitest';
import { MixedStore } from './mixed-store.ts';

const linesOf = (store: MixedStore) =>
  Array.from({ length: store.count }, (_, index) => [store.streamOf(index), store.line(index)]);

it('keeps the order in which two streams came, each line with its stream', () => {
  const store = new MixedStore();
  store.add('stdout', 'one\ntw', 1);
  store.add('stdout', 'o\n', 2);
  store.add('stderr', 'problem\n', 3);
  store.add('stdout', 'half', 4);
  store.add('stderr', 'in between\n', 5);
  store.add('stdout', ' a line\n', 6);
  expect(linesOf(store)).toEqual([
    ['stdout', 'one'],
    ['stdout', 'two'],
    ['stderr', 'problem'],
    ['stdout', 'half'],
    ['stderr', 'in between'],
    ['stdout', ' a line'],
  ]);
});

it('forgets the streams of the lines that it no longer holds', () => {
  const store = new MixedStore(1_000_000, 8);
  for (let index = 0; index < 20; index++) store.add(index % 2 === 0 ? 'stdout' : 'stderr', `${index}\n`, index);
  expect(store.dropped).toBeGreaterThan(0);
  for (const [stream, line] of linesOf(store)) expect(stream).toBe(Number(line) % 2 === 0 ? 'stdout' : 'stderr');
  store.clear();
  store.add('stderr', 'again', 1);
  expect(linesOf(store)).toEqual([['stderr', 'again']]);
});
