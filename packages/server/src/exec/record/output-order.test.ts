import { describe, expect, it } from 'vitest';
import { ENDLESS_TURN } from '../../../../../test/endless-turn.ts';
import { buildRedactor } from '../../redaction/index.ts';
import { Output } from './output.ts';
import { MOST_STRETCHES } from './output-order.ts';

const VALUE = 'dolphin-4711-dolphin';
const redactor = buildRedactor([{ name: 'FISH', value: VALUE }]);
const pace = { passed: () => undefined };
const open = (newest = redactor) => new Output(redactor, async () => newest, pace, undefined, ENDLESS_TURN);
/** Without secrets nothing is held back. */
const none = buildRedactor([]);
const openPlain = () => new Output(none, async () => none, pace, undefined, ENDLESS_TURN);

/** `!` in front: on stderr. */
async function print(output: Output, ...pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    if (piece.startsWith('!')) await output.stderr(Buffer.from(piece.slice(1)));
    else await output.stdout(Buffer.from(piece));
  }
}

/** The lines of both streams as they are shown together. */
async function together(output: Output): Promise<string[] | null> {
  output.end();
  const { stdout, stderr, order } = await output.collectWhole();
  if (order === null) return null;
  const lines = { stdout: stdout.text.split('\n'), stderr: stderr.text.split('\n') };
  for (const stream of ['stdout', 'stderr'] as const) if (lines[stream].at(-1) === '') lines[stream].pop();
  expect(order.total).toEqual({ stdout: lines.stdout.length, stderr: lines.stderr.length });
  let stream = order.first;
  return order.lines.flatMap((count) => {
    const shown = lines[stream].splice(0, count).map((line) => (stream === 'stderr' ? `!${line}` : line));
    stream = stream === 'stdout' ? 'stderr' : 'stdout';
    return shown;
  });
}

describe('the order of both streams', () => {
  it('is that in which they came, by whole lines', async () => {
    const output = open();
    await print(output, 'one\ntwo\n', '!oops\n', 'three ', '!again\n', 'ends here\n', '!no line break');
    expect(await together(output)).toEqual(['one', 'two', '!oops', 'three ends here', '!again', '!no line break']);
  });

  it('is not that of what the redactor lets through: a stream that is held back keeps its place', async () => {
    const output = open();
    // The end of the first piece may be the beginning of the secret: it is let through after the error.
    await print(output, `so far\n${VALUE.slice(0, 7)}`, '!an error\n', '-of-the-sea\nlast\n');
    expect(await together(output)).toEqual(['so far', 'dolphin-of-the-sea', '!an error', 'last']);
  });

  it('shows nothing of a secret that comes in pieces around the other stream', async () => {
    const output = open();
    await print(output, 'a ', VALUE.slice(0, 9), '!x\n', VALUE.slice(9), ' z\n', '!y\n', `${VALUE}\n`);
    const shown = await together(output);
    expect(shown).toEqual(['a {{FISH}} z', '!x', '!y', '{{FISH}}']);
  });

  it('is not known of one stream alone, nor where some was dropped, nor where nobody knows it', async () => {
    const alone = open();
    await print(alone, 'one\n', 'two\n');
    expect(await together(alone)).toBeNull();
    const cut = open();
    await print(cut, 'one\n', '!two\n');
    cut.leaveOut('stdout', 100);
    expect(cut.orderSoFar()).toBeNull();
    expect(await together(cut)).toBeNull();
    const large = new Output(redactor, async () => redactor, pace, { stdout: 10, stderr: 10 }, ENDLESS_TURN);
    await print(large, 'more than ten bytes\n', '!two\n');
    expect(await together(large)).toBeNull();
    const job = open();
    job.forgetOrder();
    await print(job, 'one\n', '!two\n');
    expect([job.orderSoFar(), await together(job)]).toEqual([null, null]);
  });

  it('no longer fits a text in which a secret was found later that spans lines', async () => {
    const newer = buildRedactor([{ name: 'NOTE', value: 'two\nlines-of-it' }]);
    const output = open(newer);
    await print(output, 'one\ntwo\nlines-of-it\n', '!x\n');
    output.end();
    const { stdout, order } = await output.collectWhole();
    expect(stdout.text).toBe('one\n{{NOTE}}\n');
    expect(order?.total.stdout).toBe(3);
  });

  it('is bounded: what comes after too many changes has no order', async () => {
    const output = openPlain();
    for (let line = 0; line < MOST_STRETCHES; line++) await print(output, `${line}\n`, `!${line}\n`);
    const shown = await together(output);
    expect(shown).toHaveLength(MOST_STRETCHES);
    expect(shown?.slice(-2)).toEqual([`${MOST_STRETCHES / 2 - 1}`, `!${MOST_STRETCHES / 2 - 1}`]);
  });

  it('is known to somebody who comes later', async () => {
    const output = openPlain();
    await print(output, 'one\n', '!two\n', 'three ', '!four\n', 'more\n');
    expect(output.orderSoFar()).toEqual([
      { stream: 'stdout', until: 4 },
      { stream: 'stderr', until: 4 },
      { stream: 'stdout', until: 10 },
      { stream: 'stderr', until: 9 },
      { stream: 'stdout', until: 15 },
    ]);
  });
});
