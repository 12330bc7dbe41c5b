/**
 * Reads a command as dash, bash and busybox ash read it, and notes what they read differently. Everyone who has to know
 * what a command says goes by this; where a boundary needs stricter rules, it has them on top.
 *
 * Linear in the text: every step of the reader goes forward, and nothing is tried twice. What is looked at again is a
 * word of at most eight letters, the blanks in front of a word, a here-document's body (once for its end, once for what
 * it expands) and the inside of backticks (once to take the backslashes off). Only the last two nest, and nesting is
 * bounded. `steps` counts all of it; the number of pieces that the tree may have is bounded, too.
 */
import type { Difference } from './differences.ts';
import { readBackticks } from './read-backticks.ts';
import { readCommand } from './read-command.ts';
import { readDollar } from './read-dollar.ts';
import { readList } from './read-list.ts';
import { readDouble, readSingle } from './read-quotes.ts';
import { readWhole } from './read-whole.ts';
import type { Grammar, Notes } from './reader.ts';
import type { Script } from './syntax-tree.ts';

export interface ReadOptions {
  /** The length of the hole that begins at a `{{` of the text; 0 where none does. It then is read as part of a word. */
  readonly holeAt?: (text: string, at: number) => number;
}

export interface ReadScript extends Script {
  /** In the order in which they were met. */
  readonly differences: readonly Difference[];
  /** How many characters were looked at, each as often as it was. */
  readonly steps: number;
}

const grammar: Grammar = {
  list: readList,
  command: readCommand,
  single: readSingle,
  double: readDouble,
  dollar: readDollar,
  backticks: readBackticks,
};

/** Throws `TooMuchToRead` and nothing else; what no shell would accept is in `problem`. */
export function readScript(text: string, options: ReadOptions = {}): ReadScript {
  const { holeAt = () => 0 } = options;
  const notes: Notes = { holeAt, differences: [], holes: 0, moved: false, depth: 0, steps: 0, pieces: 0 };
  const script = readWhole({ text, grammar, notes, origin: null, pos: 0, pending: [], problem: null });
  return { ...script, differences: notes.differences, steps: notes.steps };
}
