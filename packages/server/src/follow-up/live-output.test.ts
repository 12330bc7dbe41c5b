import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ENDLESS_TURN } from '../../../../test/endless-turn.ts';
import { Output } from '../exec/record/output.ts';
import { buildRedactor } from '../redaction/index.ts';
import { LiveOutput, type Timer } from './live-output.ts';

/** A clock that stands still until it is told to go on. */
function stoppedClock() {
  const waiting = new Set<() => void>();
  const timer: Timer = (callback) => {
    waiting.add(callback);
    return () => waiting.delete(callback);
  };
  const pass = () => {
    const due = [...waiting];
    waiting.clear();
    for (const callback of due) callback();
  };
  return { timer, pass, waiting };
}

/** Somebody who watches: the output, and what is told of what is held back. */
function watch(output: Output) {
  const clock = stoppedClock();
  const events: string[] = [];
  const send = async (stream: string, text: string) => {
    events.push(`${stream} ${text}`);
    return true;
  };
  const live = new LiveOutput(output, send, (stream, text) => events.push(`${stream} held ${text}`), clock.timer);
  output.follow((stream, bytes) => live.arrived(stream, bytes));
  /** Nothing more comes: all that there is has been shown. */
  const settled = async () => {
    for (let turn = 0; turn < 10; turn++) await nextTurn();
  };
  const pause = async () => {
    await settled();
    clock.pass();
    await settled();
  };
  return { events, live, pause, settled, clock };
}

/** Without secrets nothing is held back. */
const redactor = buildRedactor([]);
const openOutput = () =>
  new Output(redactor, async () => redactor, { passed: () => undefined }, undefined, ENDLESS_TURN);

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

describe('what is held back', () => {
  const VALUE = 'dolphin-4711-dolphin';
  const vault = buildRedactor([{ name: 'FISH', value: VALUE }]);
  const open = (newest = vault) =>
    new Output(vault, async () => newest, { passed: () => undefined }, undefined, ENDLESS_TURN);

  it('is shown after a pause where it says next to nothing of a secret, and comes again', async () => {
    const output = open();
    const { events, live, pause } = watch(output);
    await output.stdout(Buffer.from('started'));
    await pause();
    expect(events).toEqual(['stdout starte', 'stdout held d']);
    await output.stdout(Buffer.from(' it\n'));
    output.end();
    await live.end();
    expect(events.slice(2)).toEqual(['stdout d it\n']);
  });

  it('is marked where it may be a secret, and not shown before its end', async () => {
    const output = open();
    const { events, live, pause, settled } = watch(output);
    await output.stderr(Buffer.from(`at ${VALUE.slice(0, 9)}`));
    await pause();
    await output.stderr(Buffer.from(VALUE.slice(9, 15)));
    await pause();
    expect(events).toEqual(['stderr at ', 'stderr held ', 'stderr held ']);
    await output.stderr(Buffer.from(VALUE.slice(15)));
    await settled();
    expect(events.slice(3)).toEqual(['stderr {{FISH}}']);
    await output.stderr(Buffer.from(VALUE.slice(0, 9)));
    await pause();
    expect(events.slice(4)).toEqual(['stderr held ']);
    output.end();
    await live.end();
    expect(events.slice(5)).toEqual([`stderr ${VALUE.slice(0, 9)}`]);
  });

  it.each([1, 2, 3, 5, 7])('shows three characters of a secret at most that comes %i at a time', async (size) => {
    const output = open();
    const { events, live, pause } = watch(output);
    for (let at = 0; at < VALUE.length; at += size) {
      await output.stdout(Buffer.from(VALUE.slice(at, at + size)));
      await pause();
    }
    output.end();
    await live.end();
    expect(events.filter((event) => !event.includes(' held '))).toEqual(['stdout {{FISH}}']);
    expect(events.join('\n')).not.toContain(VALUE.slice(0, 4));
  });

  it('is not told of while more comes, nor where nothing is held, nor after the end', async () => {
    const output = open();
    const { events, live, settled, clock } = watch(output);
    await output.stdout(Buffer.from('d'));
    await output.stdout(Buffer.from('ry!\n'));
    await settled();
    expect(clock.waiting.size).toBe(2);
    clock.pass();
    await settled();
    expect(events).toEqual(['stdout dry!\n']);
    await output.stdout(Buffer.from('d'));
    output.end();
    clock.pass();
    await live.end();
    expect(events.slice(1)).toEqual(['stdout d']);
    expect(clock.waiting.size).toBe(0);
  });

  it('is only marked where a secret was added meanwhile', async () => {
    const newer = buildRedactor([
      { name: 'FISH', value: VALUE },
      { name: 'BIRD', value: 'started-the-day-well' },
    ]);
    const output = open(newer);
    const { events, live, pause } = watch(output);
    await output.stdout(Buffer.from('a started'));
    await pause();
    expect(events).toEqual(['stdout a ', 'stdout held ']);
    output.end();
    await live.end();
    expect(events.slice(2).join('')).toBe('stdout started');
  });
});
