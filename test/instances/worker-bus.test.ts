/** The bus between the workers of one service, with their parent's switchboard in between. */
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Bus, BusOutcome } from '../../packages/server/src/bus/bus.ts';
import { createSealedMessages } from '../../packages/server/src/bus/sealed-messages.ts';
import { createWorkerBus, type FromParent, type ToParent } from '../../packages/server/src/bus/worker-bus.ts';
import { masterKey } from '../../packages/server/src/vault/cipher.ts';
import { createSealer } from '../../packages/server/src/vault/sealer.ts';
import { createSwitchboard, type Switchboard } from '../../packages/server/src/workers/switchboard.ts';

const KEY = randomBytes(32);
const log = pino({ level: 'silent' });

interface Worker {
  readonly bus: Bus;
  /** Of all that its parent has passed to it. */
  readonly heard: FromParent[];
  readonly counted: BusOutcome[];
  /** From now on its parent cannot be reached. */
  cut(): void;
}

function join(switchboard: Switchboard, id: number, key = KEY): Worker {
  const heard: FromParent[] = [];
  const counted: BusOutcome[] = [];
  let up = true;
  let handle: (message: FromParent) => void = () => undefined;
  switchboard.join(id, (message) => {
    heard.push(message);
    if (up) setImmediate(() => handle(message));
    return up;
  });
  const bus = createWorkerBus({
    channel: {
      send: (message: ToParent) => {
        if (up) setImmediate(() => switchboard.take(id, message));
        return up;
      },
      receive: (handler) => {
        handle = handler;
      },
      isUp: () => up,
    },
    sealed: createSealedMessages(createSealer(masterKey(key)), Date.now),
    log,
    meter: { count: (outcome) => void counted.push(outcome), answeredIn: () => undefined },
  });
  const cut = (): void => {
    up = false;
  };
  return { bus, heard, counted, cut };
}

it('delivers to every worker that listens, the sender included, until it leaves', async () => {
  const switchboard = createSwitchboard();
  const [a, b] = [join(switchboard, 1), join(switchboard, 2)];
  const told: string[] = [];
  a.bus.subscribe('topic', (message) => void told.push(`a ${JSON.stringify(message)}`));
  const leave = b.bus.subscribe('topic', (message) => void told.push(`b ${JSON.stringify(message)}`));
  b.bus.publish('elsewhere', { n: 0 });
  b.bus.publish('topic', { n: 1 });
  await expect.poll(() => told.toSorted()).toEqual(['a {"n":1}', 'b {"n":1}']);
  leave();
  a.bus.publish('topic', { n: 2 });
  await expect.poll(() => told).toHaveLength(3);
  expect(told.at(-1)).toBe('a {"n":2}');
  const bytes: Uint8Array[] = [];
  b.bus.receive('line', (piece) => void bytes.push(piece));
  a.bus.send('line', Buffer.from([1, 2, 3]));
  await expect.poll(() => bytes.map((piece) => [...piece])).toEqual([[1, 2, 3]]);
  expect(JSON.stringify(b.heard)).not.toContain('"n"');
  expect([a.bus.shared, a.bus.connected()]).toEqual([true, true]);
});

it('answers a request, or says null when nobody does, not in time, or only with an error', async () => {
  const switchboard = createSwitchboard();
  const [a, b] = [join(switchboard, 1), join(switchboard, 2)];
  // At once, although the wait would be long.
  expect(await a.bus.request('nobody', {}, 100_000)).toBeNull();
  const leave = b.bus.respond('double', async (message) => ({ twice: (message as { n: number }).n * 2 }));
  expect(await a.bus.request('double', { n: 4 }, 30_000)).toEqual({ twice: 8 });
  expect(await b.bus.request('double', { n: 5 }, 30_000)).toEqual({ twice: 10 });
  leave();
  expect(await a.bus.request('double', { n: 4 }, 100_000)).toBeNull();
  b.bus.respond('never', () => new Promise(() => undefined));
  expect(await a.bus.request('never', {}, 5)).toBeNull();
  b.bus.respond('broken', () => {
    throw new Error('broken');
  });
  expect(await a.bus.request('broken', {}, 30_000)).toBeNull();
  expect(a.counted).toContain('unanswered');
});

it('does not believe what was sealed under another key', async () => {
  const switchboard = createSwitchboard();
  const [a, stranger] = [join(switchboard, 1), join(switchboard, 2, randomBytes(32))];
  const told: unknown[] = [];
  a.bus.subscribe('topic', (message) => void told.push(message));
  a.bus.respond('ask', () => 'an answer');
  stranger.bus.publish('topic', { n: 1 });
  await expect.poll(() => a.counted).toContain('refused');
  expect(await stranger.bus.request('ask', {}, 50)).toBeNull();
  expect(told).toEqual([]);
});

it('one that has left hears nothing, and whoever asked it learns that nobody is there', async () => {
  const switchboard = createSwitchboard();
  const [a, b] = [join(switchboard, 1), join(switchboard, 2)];
  b.bus.respond('held', () => true);
  expect(await a.bus.request('held', {}, 30_000)).toBe(true);
  switchboard.leave(2);
  const before = b.heard.length;
  expect(await a.bus.request('held', {}, 100_000)).toBeNull();
  // What was on its way from it is dropped.
  b.bus.subscribe('late', () => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  a.bus.publish('late', {});
  await new Promise((resolve) => setImmediate(resolve));
  expect(b.heard).toHaveLength(before);
  a.cut();
  expect(await a.bus.request('held', {}, 100_000)).toBeNull();
  a.bus.publish('held', {});
  expect(a.counted.at(-1)).toBe('lost');
  expect(a.bus.connected()).toBe(false);
});
