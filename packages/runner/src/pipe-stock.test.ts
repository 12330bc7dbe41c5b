/** Output pipes that are made ahead: each for one command, and none that stays open. */
import { readdirSync, readlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { closePipes } from './output-pipe.ts';
import { createPipeStock } from './pipe-stock.ts';

/** Named pipes of ours that this process holds: their names are removed, so the link says where they were. */
const held = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('synapse-pipe-');
    } catch {
      return false;
    }
  }).length;

/** Descriptors are closed beside us. */
const settles = (count: number) => expect.poll(held).toBe(count);

it('makes pipes when there are none, and some ahead when it is told to', async () => {
  const stock = createPipeStock();
  const first = await stock.take();
  expect(held()).toBe(4);
  await Promise.all([stock.fill(), stock.fill()]);
  // Six commands' worth, twice two ends each.
  expect(held()).toBe(4 + 24);
  const taken = await Promise.all(Array.from({ length: 6 }, () => stock.take()));
  expect(held()).toBe(28);
  const writers = [first, ...taken].flat().map(({ writer }) => writer);
  expect(new Set(writers).size).toBe(14);
  closePipes([first, ...taken].flat());
  await settles(0);
  stock.close();
});

it('closes what nobody took, also what was being made', async () => {
  const stock = createPipeStock();
  await stock.fill();
  expect(held()).toBe(24);
  stock.close();
  await settles(0);
  const other = createPipeStock();
  const filling = other.fill();
  other.close();
  await filling;
  await settles(0);
  await other.fill();
  expect(held()).toBe(0);
});

it('where none can be made, whoever needs one is told why, and the next one is tried again', async () => {
  const stock = createPipeStock();
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = '/nonexistent';
  try {
    await stock.fill();
    await expect(stock.take()).rejects.toThrow('ENOENT');
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
  closePipes(await stock.take());
  await settles(0);
  stock.close();
});
