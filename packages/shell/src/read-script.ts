/**
 * Reads a command as dash, bash and busybox ash read it, and notes what they read differently. All code that has to
 * know what a command says uses this reader; where a boundary needs stricter rules, it adds them on top.
 *
 * The time is linear in the text: every step of the reader goes forward, and nothing is tried twice. Four things are
 * looked at again: a word of at most eight letters, the blanks before a word, a here-document's body (once for its end,
 * once for its expansions), and the inside of backticks (once to remove the backslashes). Only the last two nest, and
 * nesting is bounded. `steps` counts all of it. The number of pieces in the tree is bounded too.
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
  /** The length of the hole that begins at a `{{` of the text, or 0 if none does. A hole is read as part of a word. */
  readonly holeAt?: (text: string, at: number) => number;
}

export interface ReadScript extends Script {
  /** In the order in which they were found. */
  readonly differences: readonly Difference[];
  /** How many characters were looked at; a character that is looked at twice counts twice. */
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

/** Throws only `TooMuchToRead`. What no shell would accept is reported in `problem`. */
export function readScript(text: string, options: ReadOptions = {}): ReadScript {
  const { holeAt = () => 0 } = options;
  const notes: Notes = { holeAt, differences: [], holes: 0, moved: false, depth: 0, steps: 0, pieces: 0 };
  const script = readWhole({ text, grammar, notes, origin: null, pos: 0, pending: [], problem: null });
  return { ...script, differences: notes.differences, steps: notes.steps };
}
