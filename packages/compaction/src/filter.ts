// What a filter is: it knows a command's output and returns fewer lines, or null when it does not understand them.
import type { Command } from './command.ts';

export interface FilterInput {
  readonly command: Command;
  readonly exitCode: number;
  /**
   * The output without colours, redraws and trailing blanks. Empty lines are still there; runs of them are removed when
   * the result is written.
   */
  readonly lines: readonly string[];
  /** The line that replaces what was removed: how much it was, and how to get it back. */
  readonly cut: (count: number, what?: string) => string;
  /** Throws once the time budget is spent. To be called in loops over much text. */
  readonly tick: () => void;
  /** The lines as the filter of another command would return them, or null when none fits. */
  readonly as: (commandLine: string, lines: readonly string[]) => readonly string[] | null;
}

export interface Filter {
  readonly name: string;
  readonly matches: (command: Command) => boolean;
  /** Null: not understood, the next filter is tried. Throwing is allowed and means the same. */
  readonly apply: (input: FilterInput) => readonly string[] | null;
  /** True when it also understands single selected lines (`… | grep x`), not only a whole stretch. */
  readonly anyLines?: boolean;
  /** True for a list, whose rows are read one by one. */
  readonly isList?: boolean;
}

/** A filter without a command name: it recognises the text itself. */
export interface Shape {
  readonly name: string;
  readonly apply: (input: FilterInput) => readonly string[] | null;
}

/** The longest part of a line that a regular expression is given. */
export const MATCHED_LENGTH = 1_000;

export const head = (line: string): string => (line.length > MATCHED_LENGTH ? line.slice(0, MATCHED_LENGTH) : line);

export const FAILURE_WORDS = /error|fail|fatal|panic|exception|denied/i;
