import { describe, expect, it } from 'vitest';
import { readNear } from './near-keys.ts';

const sharedBy = (one: string, other: string): string[] => {
  const keys = new Set(readNear(other).keys);
  const near = readNear(one);
  return near.keys.flatMap((key, place) => (keys.has(key) ? [near.wordAt(place)] : []));
};

describe('lines that differ in one word', () => {
  it.each([
    ['first', 'north lane is open', 'south lane is open', 'north'],
    ['inner', 'parcel 7 went to depot', 'parcel 7 came to depot', 'went'],
    ['last', '  gate  is	open', 'gate is closed', 'open'],
  ])('share the key that leaves the %s one open', (_, one, other, word) => {
    expect(sharedBy(one, other)).toEqual([word]);
    expect(readNear(one).whole).not.toBe(readNear(other).whole);
  });

  it('share none when two words differ, or one is missing', () => {
    expect(sharedBy('north lane is open', 'south lane is closed')).toEqual([]);
    expect(sharedBy('north lane is open', 'north lane is')).toEqual([]);
    expect(readNear('gate').keys).toEqual([]);
  });
});

describe('lines that differ in amounts or ids', () => {
  it.each([
    ['digits', 'part 12 of part7x', 'part 4096 of part88x'],
    ['a checksum', `${'ab12'.repeat(8)}  a.bin`, `${'9f0e'.repeat(10)}  a.bin`],
    ['blanks', '  a   b7', 'a\tb8'],
  ])('are the same but for %s', (_, one, other) => {
    expect(readNear(one).whole).toBe(readNear(other).whole);
  });

  it('are not the same if a long name has no digit', () => {
    expect(readNear(`${'ab'.repeat(16)} x`).whole).not.toBe(readNear(`${'ba'.repeat(16)} x`).whole);
  });

  it('say how long their longest number is', () => {
    expect(readNear('7 of 4096, a123456b').digits).toBe(6);
    expect(readNear('none').digits).toBe(0);
  });
});
