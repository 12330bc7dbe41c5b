/** A command on its way: its output so far, how it will be stopped, and how it ended. */
import { EXECUTION_LIMITS, type Words } from '@synapse/contract';
import type { Output } from './output.ts';
import type { RedactedResult } from './redacted-result.ts';

export type StopReason = 'timeout' | 'cancelled' | 'interrupted';
export type FinalStatus = 'done' | StopReason;

export interface Ended {
  readonly status: FinalStatus;
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** Why the target vanished in the middle of it. */
  readonly lost?: Words;
}

export interface Execution {
  readonly id: string;
  readonly userId: string;
  readonly tokenId: string | null;
  readonly machine: string;
  readonly container: string | null;
  readonly commandTemplate: string;
  readonly raw: boolean;
  readonly startedAt: number;
  readonly output: Output;
  /** Comes when its audit entry is on the disk. */
  readonly recorded: Promise<void>;
  /** Settles when everything about it is written; rejects with a refusal when the command never started or was lost. */
  readonly finished: Promise<RedactedResult>;
  stop(reason: StopReason): void;
}

/** Stops a command for the first reason that comes: its own deadline, the caller, or the end of the service. */
export class Stopper {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #deadline: number;
  #reason: StopReason | null = null;

  constructor(timeoutSeconds: number) {
    this.#deadline = performance.now() + timeoutSeconds * 1000;
    this.#timer = setTimeout(() => this.stop('timeout'), timeoutSeconds * 1000);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  timeLeftMs(): number {
    return Math.max(0, this.#deadline - performance.now());
  }

  get reason(): StopReason | null {
    return this.#reason;
  }

  stop(reason: StopReason): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.disarm();
    this.#controller.abort(new DOMException(reason, 'AbortError'));
  }

  /** The command has ended by itself: nothing is left to stop. */
  disarm(): void {
    clearTimeout(this.#timer);
  }
}

/** A tree that we killed died by SIGKILL; a deadline has a code of its own. */
export function exitCodeOf(status: StopReason): number {
  return status === 'timeout' ? EXECUTION_LIMITS.timeoutExitCode : 137;
}
