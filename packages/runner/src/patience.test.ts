import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { startPatience } from './patience.ts';

/** Nothing else happens in this process meanwhile. */
function standStill(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('is over after its time, once', async () => {
  const over = vi.fn();
  startPatience(40, over);
  await vi.waitFor(() => expect(over).toHaveBeenCalled(), { timeout: 45_000 });
  standStill(60);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(over).toHaveBeenCalledTimes(1);
});

it('is not over because the computer stood still: what came meanwhile is read first', async () => {
  const over = vi.fn();
  startPatience(80, over);
  standStill(400);
  await nextTurn();
  expect(over).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(over).toHaveBeenCalledTimes(1), { timeout: 45_000 });
});

it('is not over once it was ended', async () => {
  const over = vi.fn();
  startPatience(8, over)();
  standStill(30);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(over).not.toHaveBeenCalled();
});
