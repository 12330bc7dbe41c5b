/** One argument of a program, as far as it is known before it runs. */
import { ANY, isFixed } from './pattern.ts';

export interface Arg {
  readonly pattern: string;
  /** It may turn out to be any number of arguments, each of which fits. */
  readonly many: boolean;
  /** Placeholders whose values are in it. */
  readonly secrets: readonly string[];
  /** It holds a variable of the environment whose name says that it is secret. */
  readonly sensitive: boolean;
}

export const UNKNOWN: Arg = { pattern: ANY, many: true, secrets: [], sensitive: false };

export function fixedArg(text: string): Arg {
  return { pattern: text, many: false, secrets: [], sensitive: false };
}

/** Its text, where nothing of it is left open; null otherwise. */
export function textOf(arg: Arg | undefined): string | null {
  return arg !== undefined && !arg.many && isFixed(arg.pattern) ? arg.pattern : null;
}

/** What a program reads from or prints to, as far as it is known. */
export interface Stream {
  /** All of it. */
  readonly text: string | null;
  /** The text with what is left open in it, where only some of it is known. */
  readonly pattern?: string;
  /** Each line fits one of these. */
  readonly lines: readonly string[] | null;
  readonly secrets: readonly string[];
}

/** For several that read one after the other: which of them gets what of it is not known. */
export function shared({ text, pattern = text ?? undefined, ...rest }: Stream): Stream {
  return pattern === undefined ? { ...rest, text: null } : { ...rest, text: null, pattern };
}

export const NO_STREAM: Stream = { text: null, lines: null, secrets: [] };

export function union<T>(...lists: readonly (readonly T[])[]): readonly T[] {
  const filled = lists.filter((list) => list.length > 0);
  return filled.length <= 1 ? (filled[0] ?? []) : [...new Set(filled.flat())];
}
