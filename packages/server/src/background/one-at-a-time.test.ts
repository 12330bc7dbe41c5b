import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

it('runs once more for all who ask meanwhile, after the run that is under way, also where that one fails', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const ask = oneAtATime(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const first = ask();
  const [second, third] = [ask(), ask()];
  expect(runs).toHaveLength(1);
  runs[0]!.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await expect.poll(() => runs.length).toBe(2);
  const fourth = ask();
  runs[1]!.resolve();
  await Promise.all([second, third]);
  await expect.poll(() => runs.length).toBe(3);
  runs[2]!.resolve();
  await fourth;
  const fifth = ask();
  expect(runs).toHaveLength(4);
  runs[3]!.resolve();
  await fifth;
});
