/** The bus inside one process behaves as the one between several: copies, at most once, and every wait ends. */
import { expect, it } from 'vitest';
import { createLocalBus } from './bus.ts';

it('delivers copies to every subscriber until it leaves', async () => {
  const bus = createLocalBus();
  const message = { list: [1] };
  const heard: unknown[] = [];
  const first = new Promise<void>((resolve) => {
    const leave = bus.subscribe('topic', (copy) => {
      heard.push(copy);
      leave();
      resolve();
    });
  });
  bus.publish('topic', message);
  message.list.push(2);
  await first;
  bus.publish('topic', message);
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toEqual([{ list: [1] }]);
  await bus.close();
});

it('answers a request, or says null when nobody does, not in time, or only with an error', async () => {
  const bus = createLocalBus();
  expect(await bus.request('nobody', {}, 1_000)).toBeNull();
  const leave = bus.respond('double', async (message) => ({
    twice: (message as { n: number }).n * 2,
    gone: undefined,
  }));
  expect(await bus.request('double', { n: 4 }, 1_000)).toEqual({ twice: 8 });
  leave();
  expect(await bus.request('double', { n: 4 }, 1_000)).toBeNull();
  bus.respond('never', () => new Promise(() => undefined));
  expect(await bus.request('never', {}, 5)).toBeNull();
  bus.respond('broken', () => {
    throw new Error('broken');
  });
  expect(await bus.request('broken', {}, 1_000)).toBeNull();
  expect(bus.connected()).toBe(true);
});
