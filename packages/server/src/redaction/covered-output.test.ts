/** Counts: matches that yield are put between the others in one pass. */
import { expect, it, vi } from 'vitest';
import { CoveredOutput } from './covered-output.ts';

const PAIRS = 2_000;

it('thousands of matches that yield, between as many that do not, cost a few steps each', () => {
  const output = new CoveredOutput();
  for (let at = 0; at < PAIRS; at++) {
    output.add(10 * at, 10 * at + 4, 'FIRM');
    output.addYielding(10 * at + 5, 10 * at + 9, 'OWN');
    // This one overlaps what is not its own.
    output.addYielding(10 * at + 9, 10 * at + 11, 'NEVER');
  }
  const taken = vi.spyOn(Array.prototype, 'pop');
  const asked = vi.spyOn(Array.prototype, 'some');
  try {
    const until = output.settle(10 * PAIRS, true);
    expect(taken.mock.calls.length).toBeLessThan(4 * PAIRS);
    expect(asked).not.toHaveBeenCalled();
    const shown = output.take(until, Buffer.from('ffff.oooo-'.repeat(PAIRS)), 0).toString();
    expect(shown).toBe(`${'{{FIRM}}.{{OWN}}-'.repeat(PAIRS - 1)}{{FIRM}}.{{OWN}}{{NEVER}}`);
  } finally {
    vi.restoreAllMocks();
  }
});
