/** A long form is recognised by its exact first characters and by a hash of those that follow. */

/** Characters of one piece, and how many of them the automaton knows. */
export const PIECE = 128;
export const ANCHOR = 16;
export const REST = PIECE - ANCHOR;

/**
 * Two polynomials modulo 2^32, rolled one character at a time. Equal texts have equal hashes, so nothing is missed.
 * Different texts with equal hashes after the same first characters would have to be made on purpose, and would only
 * spoil themselves.
 */
const BASE_A = 0x2c1b3c6d;
const BASE_B = 0x297a2d39;
export const rollA = (hash: number, byte: number): number => (Math.imul(hash, BASE_A) + byte + 1) | 0;
export const rollB = (hash: number, byte: number): number => (Math.imul(hash, BASE_B) + byte + 1) | 0;

const POWER_A = power(BASE_A);
const POWER_B = power(BASE_B);

/** The hash of the `REST` characters between two states of the rolling hashes, as one number. */
export function hashBetween(fromA: number, fromB: number, toA: number, toB: number): number {
  const a = (toA - Math.imul(fromA, POWER_A)) | 0;
  const b = (toB - Math.imul(fromB, POWER_B)) | 0;
  return (a >>> 0) * 2 ** 20 + (b >>> 12);
}

/** The hash of the end of a piece, which is latin1 text. */
export function restHash(piece: string): number {
  let a = 0;
  let b = 0;
  for (let at = ANCHOR; at < PIECE; at++) {
    a = rollA(a, piece.charCodeAt(at));
    b = rollB(b, piece.charCodeAt(at));
  }
  return hashBetween(0, 0, a, b);
}

function power(base: number): number {
  let result = 1;
  for (let step = 0; step < REST; step++) result = Math.imul(result, base);
  return result;
}
