/** What the walk through a command shares: where it is, what it knows, and what it has found. */
import type { Effect, Words } from '@synapse/contract';
import type { Command, FunctionDefinition, List, Part, Redirection, SimpleCommand, Span, Word } from '@synapse/shell';
import type { Arg, Stream } from '../arg.ts';
import type { JudgedPart, JudgedPlace } from '../judgement.ts';
import type { VariableFacts } from './variable-facts.ts';

/** What a shell knows at a place of the script. Never changed: what happens makes a new one. */
export interface State {
  /** The folders that it may be in; null where that is unknown. */
  readonly folders: readonly string[] | null;
  /** What was surely assigned before this place. */
  readonly variables: ReadonlyMap<string, Arg>;
  /** What was surely defined before this place. */
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
  /** `$1` and those behind it; null where they are not known. */
  readonly positional: readonly Arg[] | null;
  /** In the environment of every program. */
  readonly exported: readonly string[];
  readonly stdin: Stream;
  /** What every part here has besides its own effects: behind `sudo`, on the far side of `ssh`. */
  readonly around: readonly Effect[];
  /** The shell that runs it is the one the command was given to: functions put in front of it are known here. */
  readonly direct: boolean;
}

/** What a part does. */
export interface Finding {
  readonly effects: readonly Effect[];
  readonly paths?: readonly string[];
  readonly mentions?: readonly string[];
  /** It goes through all below the folders that its words name. */
  readonly walks?: true;
  readonly why: Words;
  /** What it prints. */
  readonly output?: Stream;
  /** The shell behind it. */
  readonly state?: State;
  /** The shell behind it, where it failed; the same where it is not said. */
  readonly failed?: State;
  /** Nothing behind it runs. */
  readonly ends?: true;
  /** It is no part of its own: what it starts was judged instead. */
  readonly silent?: true | undefined;
  readonly secrets?: readonly string[];
  /** Its name without the folder; null where that is decided at run time. */
  readonly program?: string | null;
}

export const NO_PART: Finding = { effects: [], why: '', silent: true };

/** All that is found, of the command and of the scripts inside it. */
export interface Found {
  readonly parts: JudgedPart[];
  readonly redirectedSecrets: Set<string>;
  /** What variables were given so far, as patterns: programs may find it in their environment. */
  readonly values: Set<string>;
  readonly place: JudgedPlace;
  /** How much was done so far, and how deep scripts are in each other. */
  steps: number;
  readonly most: number;
  depth: number;
  /** How many programs have started each other: `nice nice nice …`. */
  starts: number;
  /** Functions that are being called. */
  readonly calls: string[];
}

/** One text that is read as a script. */
export interface Frame {
  readonly source: string;
  readonly found: Found;
  readonly facts: VariableFacts;
  /** The placeholders that each variable may hold, wherever it was given them. */
  readonly secretsOf: Map<string, readonly string[]>;
  readonly walk: Walk;
}

export interface Outcome {
  /** Null where the script ends. */
  readonly state: State | null;
  readonly failed: State | null;
  readonly output: Stream;
}

/** The steps call each other in circles, as commands nest; they meet here instead of importing each other. */
export interface Walk {
  list(frame: Frame, list: List, state: State): Outcome;
  command(frame: Frame, command: Command, state: State): Outcome;
  simple(frame: Frame, command: SimpleCommand, state: State): Outcome;
  words(frame: Frame, word: Word, state: State): Arg[];
  /** As one argument, without splitting: the value of an assignment, a target, a body. */
  value(frame: Frame, parts: readonly Part[], state: State): Arg;
  redirect(frame: Frame, redirections: readonly Redirection[], state: State): Redirected;
  /** A program with its arguments. */
  run(frame: Frame, args: readonly Arg[], state: State, span: Span): Finding;
  /** The same, noted as a part: what another program starts. */
  start(frame: Frame, args: readonly Arg[], state: State, span: Span): Finding;
  /** A text that is run as a script of its own. */
  script(found: Found, text: string, state: State): Outcome;
}

/** What the redirections of a command do. */
export interface Redirected {
  readonly effects: readonly Effect[];
  readonly paths: readonly string[];
  readonly why: Words | null;
  readonly stdin: Stream | null;
  readonly secrets: readonly string[];
  /** The output goes into a file. */
  readonly toFile: boolean;
}

const MOST_PARTS = 2_000;

/** More than is judged: what was not looked at is opaque. */
export class TooMuchToJudge extends Error {}

/** `chars`: so much text is looked at in it. */
export function step({ found }: Frame, chars = 0): void {
  found.steps += 1 + (chars >> 5);
  if (found.steps > found.most) throw new TooMuchToJudge();
}

export function addPart(found: Found, part: JudgedPart): void {
  if (found.parts.length >= MOST_PARTS) throw new TooMuchToJudge();
  found.parts.push(part);
}
