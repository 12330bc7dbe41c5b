/** What a command would do: each simple command that would run, and its effects. */
import type { Effect, Words } from '@synapse/contract';

export interface JudgedPart {
  /** As it stands in the command, at most 400 characters of it. */
  readonly text: string;
  /** Its name without the folder; null where that is decided only at run time. */
  readonly program: string | null;
  readonly effects: readonly Effect[];
  /**
   * What it reads or writes, absolute where that can be known: after `cd`, `..` and the working directory. `*` and `?`
   * as in a pattern; `…` where a piece is decided only at run time, and then the part is opaque, too.
   */
  readonly paths: readonly string[];
  /**
   * Paths in the words of a program that is not described, or goes through all below a folder: it may read or write
   * them. They count for what is to be held back alone.
   */
  readonly mentions?: readonly string[];
  /** The names of the placeholders that reach it: as an argument, through its input, or in a variable that it may read. */
  readonly secrets: readonly string[];
  /**
   * It asks a service, or shows what is another one in a sandbox (network, mounts, users): inside, it would fail or
   * answer something else.
   */
  readonly outside?: true;
  /** It is written in a form of which it is sure that it reads, wherever it runs, and shows what no file but the kernel's holds. */
  readonly exact?: true;
  /** And no placeholder is in its words or its input: one that it is handed in a variable is what it logs in with. */
  readonly logsIn?: true;
  /** It was not looked at: a rule that holds something back matches it, whatever it names. */
  readonly unlooked?: true;
  /** One sentence: why it has these effects. */
  readonly why: Words;
}

export interface Judgement {
  /** Never empty. A command that cannot be read is one opaque part. */
  readonly parts: readonly JudgedPart[];
  /** Those of all parts together. */
  readonly effects: readonly Effect[];
  /** The names of placeholders that stand in a redirection or in a file name that is written to. */
  readonly redirectedSecrets: readonly string[];
  /** Which programs the placeholders are handed to; null where there is none, or it is no command of a shell. */
  readonly handed: Handed | null;
}

/** Where the command would start. */
export interface JudgedPlace {
  readonly cwd: string | null;
  /** The home of the user it runs as, where it is known. */
  readonly home: string | null;
  /** What it is handed on its input, placeholders unresolved; none given: nothing. */
  readonly stdin?: string | undefined;
  /** Whether a name in double braces is a secret; without it, one in capital letters is. */
  readonly isSecret?: (name: string) => boolean;
}

/** Which program each placeholder is handed to, by its place in the text. */
export interface Handed {
  /** For each placeholder: the programs that it is handed to. */
  readonly to: ReadonlyMap<string, readonly string[]>;
  /** Those that are also somewhere else: in a variable, a test, a loop, an expansion, a substitution, a function. */
  readonly astray: readonly string[];
  /** Those that `echo` or `printf` only pass on, through a pipe, to the program behind it. */
  readonly piped: readonly string[];
  /** Every `git` that gets one can do nothing but reach a repository. */
  readonly gitIsPlain: boolean;
  /** What makes the shell run, trace or list more than the command says; null where nothing does. */
  readonly unsettled: string | null;
}
