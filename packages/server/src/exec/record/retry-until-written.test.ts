import { Refusal } from '@synapse/contract';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createRetryUntilWritten } from './retry-until-written.ts';

const log = pino({ level: 'silent' });
const away = () => new Refusal('not_ready', { retry_after: 1 });
const LONG_MS = 60_000;

it('keeps on disk what the database does not take, before it answers, and lets go of it once it is written', async () => {
  const write = createRetryUntilWritten(log);
  const said: string[] = [];
  let isAway = true;
  const work = async () => {
    said.push(isAway ? 'away' : 'written');
    if (isAway) throw away();
  };
  const keep = { keep: async () => void said.push('kept'), drop: async () => void said.push('dropped') };
  expect(await write('an end', work, keep)).toBe(true);
  expect(said).toEqual(['away', 'kept']);
  isAway = false;
  await write.idle(LONG_MS);
  expect(said).toEqual(['away', 'kept', 'written', 'dropped']);
});

it('is asked by one while it is away, and written by all at once when it is back', async () => {
  const write = createRetryUntilWritten(log);
  let [isAway, asked] = [true, 0];
  const threeTimes = Promise.withResolvers<void>();
  const written: number[] = [];
  const work = (index: number) => async () => {
    if (!isAway) return void written.push(index);
    if (++asked === 50 + 3) threeTimes.resolve();
    throw away();
  };
  await Promise.all(Array.from({ length: 50 }, (_, index) => write('an end', work(index))));
  expect(asked).toBe(50);
  await threeTimes.promise;
  isAway = false;
  await write.idle(LONG_MS);
  expect(written.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index));
});

it('says that nothing but this process knows, where it cannot be kept', async () => {
  const write = createRetryUntilWritten(log);
  let isAway = true;
  const work = async () => {
    if (isAway) throw away();
  };
  const full = {
    keep: () => Promise.reject(new Error('no space left')),
    drop: async () => undefined,
  };
  expect(await write('an end', work, full)).toBe(false);
  expect(await write('a count', work)).toBe(false);
  isAway = false;
  await write.idle(LONG_MS);
  expect(await write('an end', work, full)).toBe(true);
});

it('does not keep on asking for what can never be written', async () => {
  const write = createRetryUntilWritten(log);
  let tries = 0;
  const dropped = Promise.withResolvers<void>();
  const work = async () => {
    throw ++tries === 1 ? away() : new Error('a constraint');
  };
  await write('an end', work, { keep: async () => undefined, drop: async () => dropped.resolve() });
  await dropped.promise;
  expect(tries).toBe(2);
  await expect(write('an end', work)).rejects.toThrow('a constraint');
});
