import { describe, expect, it } from 'vitest';
import { Output } from '../exec/record/output.ts';
import { buildRedactor } from '../redaction/index.ts';
import { LiveOutput } from './live-output.ts';

/** Without secrets nothing is held back. */
const redactor = buildRedactor([]);
const openOutput = () => new Output(redactor, async () => redactor, { passed: () => undefined });

/** A follower who takes the next piece only when told to. */
function followSlowly(output: Output) {
  const shown: string[] = [];
  let taken = Promise.withResolvers<boolean>();
  const live = new LiveOutput(output, (stream, text) => {
    shown.push(`${stream === 'stdout' ? '' : '!'}${text}`);
    return taken.promise;
  });
  output.follow((stream, bytes) => live.arrived(stream, bytes));
  const go = (on: boolean) => {
    taken.resolve(on);
    taken = Promise.withResolvers();
    if (on) taken.resolve(true);
  };
  return { shown, live, go };
}

describe('the view of somebody who follows', () => {
  it('is in the order in which it came, from the start on', async () => {
    const output = openOutput();
    await output.stdout(Buffer.from('before\n'));
    const { shown, live, go } = followSlowly(output);
    output.stderr(Buffer.from('oops\n'));
    await output.stdout(Buffer.from('one '));
    await output.stdout(Buffer.from('two\n'));
    output.stderr(Buffer.from('again\n'));
    output.end();
    go(true);
    await live.end();
    expect(shown).toEqual(['before\n', '!oops\n', 'one two\n', '!again\n']);
  });

  it('is what is kept, with a word about what was not, where the follower was too slow', async () => {
    const output = openOutput();
    const { shown, live, go } = followSlowly(output);
    await output.stdout(Buffer.from('first\n'));
    const line = `${'x'.repeat(1023)}\n`;
    for (let mebibytes = 0; mebibytes < 20; mebibytes++) await output.stdout(Buffer.from(line.repeat(1024)));
    // It waits to be taken; meanwhile nothing else is read.
    await expect.poll(() => shown.length).toBe(1);
    output.end();
    await output.collectWhole();
    go(true);
    await live.end();
    const text = shown.join('');
    expect(text.startsWith(`first\n${line}`)).toBe(true);
    const omitted = Number(/\n\.\.\. (\d+) bytes left out: more than is kept \.\.\.\n/.exec(text)?.[1]);
    expect(text.replace(/\n\.\.\. \d+ [^\n]*\n/, '').length + omitted).toBe('first\n'.length + 20 * 1024 * 1024);
    expect(text.endsWith(line)).toBe(true);
  });

  it('ends when nobody listens any more', async () => {
    const output = openOutput();
    await output.stdout(Buffer.from('x'.repeat(1_000_000)));
    const { shown, live, go } = followSlowly(output);
    await expect.poll(() => shown.length).toBe(1);
    go(false);
    await live.end();
    await output.stdout(Buffer.from('more'));
    await live.end();
    expect(shown.length).toBe(1);
  });
});
