/** A trick for the sake of speed or memory, as each file of `bench/tricks/` describes one. */
import type { BuildOptions } from 'esbuild';
import type { LoadName } from './loads.ts';

export interface Trick {
  /** Where it lives. */
  readonly file: string;
  /** What it is to show under. */
  readonly loads: readonly LoadName[];
  /**
   * How the service does without it, where that is not said by a plain twin: without any of these, what the module of
   * the trick exports besides stands in for `file`.
   */
  readonly without?: {
    /** Texts of `file`, each to be found once, and what stands there instead. */
    readonly edits?: readonly (readonly [text: string, instead: string])[];
    /** Options of Node, and names of variables, that the process is started without. */
    readonly leaveOut?: readonly string[];
    readonly build?: BuildOptions;
  };
}
