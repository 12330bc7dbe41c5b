/** Descriptions that many programs have in common. */
import type { Program } from '../program.ts';

/** Whatever its words are, it changes something. */
export const CHANGE: Program = { operands: 'text', words: /^-/, does: ['change'] };
/** It runs what a file, an image or the network says. */
export const CODE: Program = { operands: 'text', words: /^-/, does: ['change', 'opaque'] };

/**
 * Whatever its options are, it reads the files that it is given: its manual has none that writes, starts a program or
 * connects. A value that stands by itself counts as one file more.
 */
export const READS: Program = { operands: 'content', words: /^-/ };
/** The same, of files that are looked at but not shown. */
export const LOOKS: Program = { operands: 'names', words: /^-/ };
/** The same, of words that name no files. */
export const TELLS: Program = { operands: 'text', words: /^-/ };

/** The same description for several names. */
export const many = (names: string, program: Program): Record<string, Program> =>
  Object.fromEntries(names.split(' ').map((name) => [name, program]));
