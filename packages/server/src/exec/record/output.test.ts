import { EXECUTION_LIMITS } from '@synapse/contract';
import { describe, expect, it } from 'vitest';
import { ENDLESS_TURN } from '../../../../../test/endless-turn.ts';
import { heldMegabytes } from '../../../../../test/live-memory.ts';
import { buildRedactor } from '../../redaction/index.ts';
import { Output } from './output.ts';

const MEGABYTE = 2 ** 20;
const KEPT_MB = (EXECUTION_LIMITS.stdoutBytes + EXECUTION_LIMITS.stderrBytes) / MEGABYTE;
const SLACK_MB = 4;

const redactor = buildRedactor([{ name: 'X', value: 'correct-horse-battery' }]);

function openOutput() {
  let passed = 0;
  const pace = {
    passed: (bytes: number) => {
      passed += bytes;
    },
  };
  return { output: new Output(redactor, async () => redactor, pace, undefined, ENDLESS_TURN), passed: () => passed };
}

async function print(output: Output, megabytes: number): Promise<void> {
  const line = 'a line of output, in which nothing is secret, and which is like all others\n';
  for (let count = 0; count < megabytes * 16; count++) {
    await output.stdout(Buffer.from(line.repeat(900).slice(0, 65_536)));
    if (count % 8 === 0) await output.stderr(Buffer.from(line.repeat(900).slice(0, 65_536)));
  }
}

describe('the output of a command', () => {
  it('costs no more memory than what is kept of it, however much there is', async () => {
    const before = heldMegabytes();
    const { output, passed } = openOutput();
    await print(output, 16);
    for (let round = 0; round < 2; round++) {
      await print(output, 16);
      expect(heldMegabytes() - before).toBeLessThan(KEPT_MB + SLACK_MB);
    }
    expect(passed()).toBeGreaterThan(48 * MEGABYTE);
    output.end();
    const { stdout, stderr } = await output.collectWhole();
    expect(stdout).toMatchObject({ bytes: 48 * MEGABYTE, cut: true });
    expect(stderr).toMatchObject({ bytes: 6 * MEGABYTE, cut: true });
    // The text instead of the bytes, not beside them.
    expect(heldMegabytes() - before).toBeLessThan(KEPT_MB + SLACK_MB);
    expect(stdout.text.length).toBeGreaterThan(EXECUTION_LIMITS.stdoutBytes);
    expect(stdout.text).toContain(`\n... ${48 * MEGABYTE - EXECUTION_LIMITS.stdoutBytes} bytes left out`);
    expect(output.read('stdout')).toBe(stdout);
    expect(output.bytes('stdout')).toBe(48 * MEGABYTE);
  });

  it('is whole where it fits, also where a character lies across the middle', async () => {
    const { output } = openOutput();
    const half = EXECUTION_LIMITS.stdoutBytes / 2;
    await output.stdout(Buffer.from(`${'x'.repeat(half - 2)}é✓ correct-horse-battery`));
    output.end();
    const { stdout, stderr } = await output.collectWhole();
    expect(stdout).toMatchObject({ cut: false });
    expect(stdout.text.slice(half - 3)).toBe('xé✓ {{X}}');
    expect(stderr).toMatchObject({ text: '', bytes: 0, cut: false });
  });
});
