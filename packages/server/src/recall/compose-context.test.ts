import { describe, expect, it } from 'vitest';
import { composeContext } from './compose-context.ts';

const piece = (id: number, length: number) => ({ id, text: String(id).repeat(length) });

describe('a context', () => {
  it('keeps to its budget, to the character', () => {
    for (let tokens = 1; tokens < 400; tokens += 7) {
      const { text, tokens: used } = composeContext([piece(1, 300), piece(2, 500), piece(3, 10)], tokens, 'fr');
      expect(text.length).toBeLessThanOrEqual(tokens * 4);
      expect(used).toBe(Math.ceil(text.length / 4));
    }
  });

  it('says what did not fit, and still takes what is small enough', () => {
    const { included, left_out } = composeContext([piece(1, 300), piece(2, 500), piece(3, 10)], 90, 'fr');
    expect({ included, left_out }).toEqual({ included: [1, 3], left_out: [2] });
  });

  it('cuts a long piece, never through a character', () => {
    const { text } = composeContext([{ id: 1, text: '🏠'.repeat(1000) }], 120, 'fr');
    expect(text).toMatch(/^(🏠)+\n… \[coupé\]$/u);
    expect(text.isWellFormed()).toBe(true);
  });
});
