import { expect, it } from 'vitest';
import { ALPHABETS, type Alphabet, generate } from './generate.ts';

it.each(Object.keys(ALPHABETS) as Alphabet[])(
  'makes %s of the length that was asked for, never twice the same',
  (alphabet) => {
    const made = new Set(Array.from({ length: 50 }, () => generate(24, alphabet)));
    expect(made.size).toBe(50);
    for (const text of made) {
      expect(text).toHaveLength(24);
      expect([...text].every((letter) => ALPHABETS[alphabet].includes(letter))).toBe(true);
    }
  },
);

it('prefers no character: what would favour the first ones is thrown away', () => {
  let next = 0;
  const every = (bytes: Uint8Array<ArrayBuffer>) => bytes.map(() => next++ % 256);
  const counts = new Map<string, number>();
  for (const letter of generate(ALPHABETS.letters.length * 4, 'letters', every)) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(new Set(counts.values())).toEqual(new Set([4]));
});
