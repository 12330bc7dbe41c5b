/** How long the streams of an ended shell are read: to its last byte, but not for a child that never stops printing. */
import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { drained, pump } from './pump-output.ts';

const MIB = 1024 * 1024;
const never = new Promise<never>(() => {});
const failed = (error: unknown) => {
  throw error;
};

/** A child left in the background that prints as fast as it is read. */
function flood(): Readable {
  const chunk = Buffer.alloc(64 * 1024, 'y');
  return new Readable({
    read() {
      setImmediate(() => this.push(chunk));
    },
  });
}

it('ends on a stream without end once more has come than the shell can have left', async () => {
  const stream = flood();
  const one = pump(stream, () => {}, failed);
  await drained([one], never);
  expect(one.bytes()).toBeGreaterThanOrEqual(4 * MIB);
  one.discard();
  stream.destroy();
});

it('ends on a stream without end whose sink is never done', async () => {
  const stream = flood();
  const one = pump(stream, () => new Promise((resolve) => setImmediate(resolve)), failed);
  await drained([one], never);
  expect(one.bytes()).toBeGreaterThanOrEqual(4 * MIB);
  one.discard();
  stream.destroy();
});

it('throws away what comes later in portions, and goes on doing so', async () => {
  const stream = flood();
  const one = pump(stream, () => {}, failed);
  const before = one.bytes();
  one.discard();
  for (let portion = 0; portion < 3; portion++) {
    await expect.poll(() => stream.isPaused(), { interval: 1 }).toBe(true);
    await new Promise((resolve) => stream.once('resume', resolve));
  }
  expect(one.bytes()).toBe(before);
  stream.destroy();
});

it('takes the last bytes of a shell that has ended, however many they are', async () => {
  const stream = new PassThrough();
  const taken: number[] = [];
  const one = pump(stream, (chunk) => void taken.push(chunk.length), failed);
  const done = drained([one], never);
  for (let part = 0; part < 3; part++) stream.write(Buffer.alloc(MIB));
  stream.end('end');
  await done;
  expect(taken.reduce((sum, size) => sum + size, 0)).toBe(3 * MIB + 3);
});
