/** The interface through which every kind of machine runs a command. Executors know no tokens, no plans and no SQL. */
import type { FoundContainer, Words } from '@synapse/contract';
import type { SecretValue } from './secret-value.ts';

/** `auto`: bash where the target has it, otherwise sh. */
export type Shell = 'auto' | 'bash' | 'sh';

/** A command ready to run: placeholders are references to shell variables, their values travel beside the text. */
export interface ResolvedCommand {
  /** Text for its shell. Holds no secret value. */
  readonly script: string;
  /** Not given: the script is for any shell, and gets the one that is ready first. */
  readonly shell?: Shell | undefined;
  /** Shell variable → value; handed over on stdin or a file descriptor, never in argv or the environment. */
  readonly secrets: ReadonlyMap<string, SecretValue>;
  readonly cwd: string | null;
  readonly container: string | null;
  /** Unique per execution. Set as SYNAPSE_EXECUTION in the environment, so that processes that escape can be found. */
  readonly tag: string;
}

/** Where the raw output goes. An executor awaits the returned promise: that is the back-pressure. */
export interface OutputSink {
  stdout(chunk: Buffer): void | Promise<void>;
  stderr(chunk: Buffer): void | Promise<void>;
}

export interface RunOptions {
  readonly output: OutputSink;
  /**
   * What the command reads on its stdin; without it, nothing. The command has to know how much that is: an input that
   * ends early, because it failed or because of a kill, is how it learns that it is to clean up and end.
   */
  readonly input?: AsyncIterable<Buffer>;
  /** Aborted on timeout, cancellation or a lost client. The whole tree on the target must then be dead within 2 s. */
  readonly signal: AbortSignal;
  /**
   * Asked in the moment in which the user's command would be handed over, which waits for it. If it rejects, nothing
   * runs at all. Connections may be made meanwhile.
   */
  readonly mayStart: () => Promise<void>;
  /** How much of the command's time is left, for a target that keeps running it while the connection is down. */
  readonly timeLeftMs?: () => number;
  /** The longest wait for the target's shell to get ready. Default: SHELL_MS. */
  readonly shellMs?: number;
  /** Called once the machine has answered: from then on its shell is being waited for. */
  readonly onReached?: () => void;
  /** Called once, when the command has really started. Before that a refusal may be thrown, afterwards never. */
  readonly onStarted: () => void;
}

export type RunOutcome =
  /** The command ended by itself: its own exit code, 128 + n for death by signal n. */
  | { readonly kind: 'exited'; readonly exitCode: number }
  /** `signal` was aborted and the tree is dead. If `onStarted` was not called before, nothing has run. */
  | { readonly kind: 'killed' }
  /** The target vanished in the middle. What it had printed was delivered. */
  | { readonly kind: 'lost'; readonly reason: Words };

export const SHELL_MS = 20_000;

/**
 * One machine, ready to run commands. Throws a Refusal (machine_unreachable, machine_shell_stuck, host_key_changed,
 * cwd_not_found, container_unavailable …) for what prevents the start.
 */
export interface Executor {
  run(command: ResolvedCommand, options: RunOptions): Promise<RunOutcome>;
  /** Reaches the machine without running anything of the user's. Throws the Refusal that a command would get. */
  probe(signal: AbortSignal, shellMs?: number): Promise<void>;
  /** The containers that run there, where an engine is asked directly. */
  containers?(signal: AbortSignal): Promise<FoundContainer[]>;
  /** Ends idle connections. Running commands are not waited for. */
  close(): Promise<void>;
}
