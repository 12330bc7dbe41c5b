/** Markers change nothing of what a shell does: a few random scripts. generated.all.test.ts runs many. */
import { expect, it } from 'vitest';
import { compareScripts, SHELLS } from './compare-steps.ts';

it.each(SHELLS)('%s runs random scripts alike with and without the markers of their steps', async (shell) => {
  expect(await compareScripts(shell, 20_261_117, 60)).toBeGreaterThan(30);
});
