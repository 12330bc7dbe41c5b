import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RedactedBytes } from '../../redaction/index.ts';
import { KeptBytes } from './kept-bytes.ts';

const bytes = (text: string): RedactedBytes => Buffer.from(text) as RedactedBytes;
const join = (pieces: readonly Buffer[]): string => Buffer.concat([...pieces]).toString();

describe('what is kept of a stream', () => {
  it('is everything, while it fits', () => {
    const kept = new KeptBytes(10);
    for (const piece of ['abc', 'def', 'ghij']) kept.push(bytes(piece));
    expect(kept.kept()).toMatchObject({ omitted: 0, total: 10 });
    expect(join([kept.kept().head, ...kept.kept().tail])).toBe('abcdefghij');
    expect(kept.whole()?.toString()).toBe('abcdefghij');
    kept.push(bytes('k'));
    expect(kept.whole()).toBeNull();
  });

  it('is the head and the tail, however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 30 }), { maxLength: 40 }),
        fc.integer({ min: 2, max: 60 }),
        (pieces, bound) => {
          const kept = new KeptBytes(bound);
          for (const piece of pieces) kept.push(bytes(piece));
          const whole = Buffer.from(pieces.join(''));
          const { head, tail, omitted, total } = kept.kept();
          const [start, end] = [Buffer.from(head), Buffer.concat(tail)];
          expect(kept.whole()?.toString()).toBe(omitted === 0 ? whole.toString() : undefined);
          expect(total).toBe(whole.length);
          expect(start.length + end.length + omitted).toBe(total);
          expect(start.length + end.length).toBe(Math.min(bound, total));
          expect(whole.subarray(0, start.length).equals(start)).toBe(true);
          expect(whole.subarray(whole.length - end.length).equals(end)).toBe(true);
        },
      ),
    );
  });

  it('can be read along, at any pace: what was let go meanwhile is counted', () => {
    const step = fc.record({ piece: fc.string({ maxLength: 30 }), most: fc.integer({ min: 0, max: 40 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 2, max: 60 }), (steps, bound) => {
        const kept = new KeptBytes(bound);
        const whole = Buffer.from(steps.map(({ piece }) => piece).join(''));
        let place = 0;
        const read = (most: number): number => {
          const { bytes: some, omitted } = kept.from(place, most);
          expect(some.length).toBeLessThanOrEqual(most);
          expect(whole.subarray(place + omitted, place + omitted + some.length).equals(some)).toBe(true);
          place += omitted + some.length;
          return some.length;
        };
        for (const { piece, most } of steps) {
          kept.push(bytes(piece));
          read(most);
        }
        while (read(7) > 0);
        expect(place).toBe(whole.length);
      }),
    );
  });

  it('does not grow with what flows through', () => {
    const kept = new KeptBytes(1000);
    const chunk = bytes('x'.repeat(64 * 1024));
    for (let index = 0; index < 1000; index++) kept.push(chunk);
    const held = [kept.kept().head, ...kept.kept().tail];
    // What was pushed must not be held on to: these are views of one buffer as large as the bound.
    for (const { buffer } of held) expect(buffer.byteLength).toBe(1000);
    expect(held.reduce((sum, piece) => sum + piece.length, 0)).toBe(1000);
    expect(held.length).toBeLessThan(10);
  });
});
