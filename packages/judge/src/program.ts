/** How a program is described: which options leave it at what it does, and what its arguments are. */
import type { Effect } from '@synapse/contract';
import type { Span } from '@synapse/shell';
import type { Arg } from './arg.ts';
import type { Finding, Frame, State } from './walk/frame.ts';
import type { Why } from './why.ts';

export interface Program {
  /**
   * Letters behind one dash, in groups: `'abc n= o> f<'`. A mark says that they take a value: `=` any text, `?` text
   * that is joined to the letter or missing, `<` a file that is shown, `:` a file that is looked at, `>` a file that is
   * written, `-` a value that may begin with a dash, `~` one that is missing where nothing follows. What is not here makes the command opaque.
   */
  readonly short?: string;
  /** Names behind two dashes, with the same marks. Never abbreviated: programs would take a beginning for the whole. */
  readonly long?: string;
  /** Whole words that begin with one dash, as `find` and `java` have them. */
  readonly words?: RegExp;
  readonly operands?: Operands;
  /** How many operands there may be, and must be. */
  readonly most?: number;
  readonly least?: number;
  /** Options stand in front of the first operand alone. */
  readonly ordered?: true;
  /** What it does by itself; reading, where it is not said. */
  readonly does?: readonly Effect[];
  /** The first operand says what it does; `''` where there is none. */
  readonly sub?: Readonly<Record<string, Program>>;
  /** Whether it goes through all below its operands, or below the folder it is in. */
  readonly walks?: (read: ReadArgs) => boolean;
  /** What only this program has; its answer counts instead, where it has one. */
  readonly judge?: (read: ReadArgs, call: Call) => Finding | undefined;
}

/**
 * `none`; `text` that means nothing to anyone else; `content` of files, shown; `names` of files that are looked at but
 * not shown; `tree`: the content of all below; `write`: files that are changed; or what each of them must look like.
 */
export type Operands = 'none' | 'text' | 'content' | 'names' | 'tree' | 'write' | RegExp;

export interface Call {
  readonly frame: Frame;
  /** Its name, without a folder. */
  readonly program: string;
  readonly args: readonly Arg[];
  readonly state: State;
  readonly span: Span;
}

export interface ReadArgs {
  /** Each option that was given, by its letter or its name, with its values. */
  readonly given: ReadonlyMap<string, readonly Arg[]>;
  readonly operands: readonly Arg[];
  /** Files that options name. */
  readonly shown: readonly Arg[];
  readonly written: readonly Arg[];
  /** An argument that may turn out to be an option: what more than reads is then opaque. */
  readonly open?: Arg | null;
  /** An option that is not accepted: whatever else it does, the call is opaque. */
  readonly refused: { readonly why: Why; readonly option: string } | null;
}
