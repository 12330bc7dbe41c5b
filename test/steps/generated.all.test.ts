/** Two thousand random scripts, in each shell, with and without the markers of their steps. */
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { compareScripts, SHELLS } from './compare-steps.ts';

const seed = Number(process.env.STEPS_SEED ?? randomInt(2 ** 31));
console.info(`STEPS_SEED=${seed}`);

it.each(SHELLS)(
  '%s runs 2,000 random scripts alike with and without the markers',
  { timeout: 1_200_000 },
  async (shell) => {
    expect(await compareScripts(shell, seed, 2_000)).toBeGreaterThan(1_000);
  },
);
