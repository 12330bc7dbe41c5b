import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMoment, packWindow, unpackWindow, waitForRoom } from './window.ts';

const NOW = Date.UTC(2030, 0, 15);
const ENDLESS = { max: 1, windowMs: Number.MAX_SAFE_INTEGER };
const distances = fc.array(fc.oneof(fc.nat(300), fc.nat(20_000), fc.nat(2 ** 31)), { maxLength: 400 });

function momentsFrom(steps: readonly number[]): number[] {
  const moments: number[] = [];
  let at = NOW;
  for (const step of steps) {
    at += step;
    addMoment(moments, at);
  }
  return moments;
}

describe('a window', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(distances, (steps) => {
        const moments = momentsFrom(steps);
        expect(unpackWindow(packWindow(moments), ENDLESS, NOW)).toEqual(moments);
      }),
    );
  });

  it('has nothing in it before the first event', () => {
    expect(unpackWindow(null, ENDLESS, NOW)).toEqual([]);
    expect(unpackWindow(packWindow([NOW]), { max: 1, windowMs: 60_000 }, NOW + 60_000)).toEqual([]);
    expect(unpackWindow(packWindow([NOW]), { max: 1, windowMs: 60_000 }, NOW + 59_999)).toEqual([NOW]);
  });

  it('never holds more than its limit in any span, and has room right after the wait it names', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(40), { maxLength: 200 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 99 }),
        (steps, max, windowMs) => {
          const limit = { max, windowMs };
          const counted: number[] = [];
          let stored: Buffer | null = null;
          let now = NOW;
          for (const step of steps) {
            now += step;
            const moments = unpackWindow(stored, limit, now);
            const wait = waitForRoom(moments, limit, now);
            const full = counted.filter((at) => at + windowMs > now).length >= max;
            expect(wait > 0).toBe(full);
            if (full) {
              expect(waitForRoom(moments, limit, now + wait - 1)).toBe(1);
              expect(waitForRoom(moments, limit, now + wait)).toBe(0);
            } else {
              counted.push(addMoment(moments, now));
              stored = packWindow(moments);
            }
          }
        },
      ),
    );
  });

  it('counts on when the clock is set back', () => {
    const moments = [NOW];
    expect(addMoment(moments, NOW - 5_000)).toBe(NOW);
    expect(unpackWindow(packWindow(moments), ENDLESS, NOW)).toEqual([NOW, NOW]);
  });

  it('fits the calls of a busy minute into a kilobyte', () => {
    const moments = momentsFrom(Array.from({ length: 400 }, () => 149));
    expect(packWindow(moments).length).toBeLessThan(1_000);
  });
});
