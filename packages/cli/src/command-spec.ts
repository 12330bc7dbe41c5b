/** A command as data. The parser, the help, the completion and the reference page are made from it. */
import type { Wording } from '@synapse/contract/language';
import type { Action } from './call.ts';

export interface OptionSpec {
  /** As Commander reads them: `-m, --machine <slug>`. */
  readonly flags: string;
  readonly about: Wording;
  /** `number`: a whole number. `list`: comma-separated, or given several times. */
  readonly as?: 'number' | 'list';
  readonly choices?: readonly string[];
  readonly fallback?: string | number;
  /** The field of the service that it fills, where that has another name than the option. */
  readonly field?: string;
}

/** What people type though it is not taken, and what to do instead. */
export interface Mistake {
  /** An option, as Commander reads it: `-i, --key <file>`; or an argument too many. */
  readonly typed: string | typeof EXCESS;
  readonly instead: Wording;
}

/** One argument more than the command takes. */
export const EXCESS = Symbol('excess');

export interface CommandSpec {
  /** `machine add`: the words that name it. */
  readonly path: string;
  readonly about: Wording;
  /** `<slug>`, `[name]`, `<command...>`. */
  readonly args?: readonly string[];
  readonly options?: readonly OptionSpec[];
  readonly mistakes?: readonly Mistake[];
  /** Run when only its group is named: `synapse jobs`. */
  readonly alone?: true;
  readonly examples: readonly string[];
  /** Loads its code only when it is run. */
  readonly run: Action;
}

export const option = (flags: string, about: Wording, more: Omit<OptionSpec, 'flags' | 'about'> = {}): OptionSpec => ({
  flags,
  about,
  ...more,
});
