/** The codes of RFC 6238, its own examples first. */
import { expect, it } from 'vitest';
import { codeAt, otpauthUri, STEP_MS, stepOf, toBase32 } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('makes the code of the standard at second %i', (second, code) => {
  expect(codeAt(SECRET, Math.floor((second * 1000) / STEP_MS))).toBe(code);
});

it('takes a code one step early or late, and no other', () => {
  const now = 1_700_000_000_000;
  const step = Math.floor(now / STEP_MS);
  const accepted = [-2, -1, 0, 1, 2].map((off) => stepOf(SECRET, codeAt(SECRET, step + off), now));
  expect(accepted).toEqual([null, step - 1, step, step + 1, null]);
  for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345', '12 345']) {
    expect(stepOf(SECRET, wrong, now)).toBeNull();
  }
});

it('writes the secret as apps read it', () => {
  expect(toBase32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(otpauthUri(SECRET, 'ada@example.org', 'Synapse')).toBe(
    'otpauth://totp/Synapse:ada%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Synapse',
  );
});
