import { expect, it } from 'vitest';
import { fits, JoinedLines } from './joined-lines.ts';
import { LineStore } from './line-store.ts';

function open() {
  const stores = { stdout: new LineStore(), stderr: new LineStore() };
  const both = new JoinedLines(stores);
  const append = (stream: 'stdout' | 'stderr', text: string) => {
    stores[stream].append(text);
    both.came(stream);
  };
  const lines = () => Array.from({ length: both.count }, (_, index) => both.line(index));
  return { stores, both, append, lines };
}

it('puts lines in the order in which they came, each where it began', () => {
  const { both, append, lines, stores } = open();
  append('stdout', 'one\ntw');
  append('stderr', 'oops\n');
  append('stdout', 'o\nthree\n');
  expect(lines()).toEqual(['one', 'two', 'oops', 'three']);
  expect(both.text()).toBe('one\ntwo\noops\nthree');
  expect([2, 3].map((index) => both.origin(index))).toEqual([
    { stream: 'stderr', line: 1 },
    { stream: 'stdout', line: 3 },
  ]);
  expect([both.placeOf('stdout', 3), both.placeOf('stderr', 2)]).toEqual([4, undefined]);
  expect(both.find('O', 10)).toEqual([0, 1, 2]);
  stores.stderr.hold('');
  both.came('stderr');
  expect([both.count, both.checks(4), both.checks(3)]).toEqual([5, true, false]);
});

it('shows a stream that begins anew once', () => {
  const { stores, both, append, lines } = open();
  append('stdout', 'one\n');
  append('stderr', 'oops\n');
  stores.stdout.clear();
  both.restart('stdout');
  append('stdout', 'one\ntwo\n');
  expect(lines()).toEqual(['oops', 'one', 'two']);
});

it('takes the order that was kept, while the lines are still being read, and puts the rest behind', () => {
  const { stores, both, lines } = open();
  const order = { first: 'stderr', lines: [1, 2, 1], total: { stdout: 3, stderr: 2 } } as const;
  stores.stdout.append('one\n');
  both.arrange({ ...order, lines: [...order.lines] });
  expect(lines()).toEqual(['one']);
  const whole = open();
  whole.stores.stdout.append('one\ntwo\nthree\n');
  whole.stores.stderr.append('oops\nagain\n');
  whole.both.arrange({ ...order, lines: [...order.lines] });
  expect(whole.lines()).toEqual(['oops', 'one', 'two', 'again', 'three']);
});

it('fits only the lines for which it was made', () => {
  const { stores } = open();
  const order = { first: 'stdout' as const, lines: [1, 1], total: { stdout: 1, stderr: 1 } };
  expect([fits(order, stores, false), fits(order, stores, true)]).toEqual([true, false]);
  stores.stdout.append('one\n');
  stores.stderr.append('oops\n');
  expect(fits(order, stores, true)).toBe(true);
  stores.stdout.append('more\n');
  expect(fits(order, stores, false)).toBe(false);
});
