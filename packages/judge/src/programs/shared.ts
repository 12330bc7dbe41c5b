/** Descriptions that many programs have in common. */
import type { Program } from '../program.ts';

/** Whatever its words are, it changes something. */
export const CHANGE: Program = { operands: 'text', words: /^-/, does: ['change'] };
/** It runs what a file, an image or the network says. */
export const CODE: Program = { operands: 'text', words: /^-/, does: ['change', 'opaque'] };

/** The same description for several names. */
export const many = (names: string, program: Program): Record<string, Program> =>
  Object.fromEntries(names.split(' ').map((name) => [name, program]));
