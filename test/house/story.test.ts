/** The story of one command is told twice, in ARCHITECTURE.md and in run-exec.ts: the same steps in the same order. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const STORY = 'packages/server/src/exec/run-exec.ts';

it('has the same steps in ARCHITECTURE.md as in the code', () => {
  const told = [...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^(\d+)\. \*\*([^*]+)\*\*/gm)];
  const done = [...readFileSync(STORY, 'utf8').matchAll(/\/\/ (\d+)\. ([^.:,\n]+)/g)];
  const steps = (all: readonly RegExpMatchArray[]) => all.map(([, number, title]) => `${number}. ${title}`);
  expect(steps(told)).toHaveLength(12);
  expect(steps(done)).toEqual(steps(told));
});
