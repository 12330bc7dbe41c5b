import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLastWork } from './last-work.ts';

const never = () => new Promise<void>(() => undefined);

it('goes on after a step that fails, and after one that never ends, and says which', async () => {
  const lines: { step: string; msg: string }[] = [];
  const last = createLastWork(pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }), {
    stepMs: 50,
    allMs: 120,
  });
  const done: string[] = [];
  await last('one', async () => void done.push('one'));
  await last('two', () => Promise.reject(new Error('no')));
  await last('three', () => {
    throw new Error('at once');
  });
  await last('four', never);
  await last('five', () => void done.push('five'));
  // What all may take together is used up: each of the others gets a moment.
  for (const step of ['six', 'seven', 'eight', 'nine']) await last(step, never);
  await last('ten', async () => void done.push('ten'));
  expect(done).toEqual(['one', 'five', 'ten']);
  expect(lines.map(({ step, msg }) => [step, msg])).toEqual([
    ['two', 'shutdown: step failed'],
    ['three', 'shutdown: step failed'],
    ...['four', 'six', 'seven', 'eight', 'nine'].map((step) => [step, 'shutdown: step took too long']),
  ]);
});
