import { expect, it } from 'vitest';
import { createSlots } from './slots.ts';

const lane = (name: string, size: number) => ({ name, size });
const never = new AbortController().signal;

it('lets so many in at once, the rest in order', async () => {
  const slots = createSlots();
  const lanes = [lane('machine', 2)];
  const [first, second] = [await slots.acquire(lanes, never), await slots.acquire(lanes, never)];
  const order: string[] = [];
  const queue = async (name: string) => {
    const release = await slots.acquire(lanes, never);
    order.push(name);
    return release;
  };
  const [third, fourth] = [queue('third'), queue('fourth')];
  await Promise.resolve();
  expect(order).toEqual([]);
  first!();
  first!();
  (await third)!();
  await fourth;
  expect(order).toEqual(['third', 'fourth']);
  second!();
});

it('lets nobody wait for a machine that is not theirs', async () => {
  const slots = createSlots();
  await slots.acquire([lane('slow', 1)], never);
  void slots.acquire([lane('slow', 1)], never);
  expect(await slots.acquire([lane('quick', 1)], never)).toBeTypeOf('function');
});

it('gives up when told to, and takes no place then', async () => {
  const slots = createSlots();
  const release = await slots.acquire([lane('one', 1)], never);
  const stop = new AbortController();
  const waiting = slots.acquire([lane('one', 1)], stop.signal);
  stop.abort();
  expect(await waiting).toBeNull();
  expect(await slots.acquire([lane('two', 1)], stop.signal)).toBeNull();
  release!();
  expect(await slots.acquire([lane('one', 1)], never)).toBeTypeOf('function');
});
