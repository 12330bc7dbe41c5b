/** How a command is stopped: once, for the first reason that occurs. */
import { EXECUTION_LIMITS, type Refusal } from '@synapse/contract';

export type StopReason = 'timeout' | 'cancelled' | 'interrupted';

/** By its own deadline, by the caller, by a freeze, or by the end of the service. */
export class Stopper {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #deadline: number;
  #reason: StopReason | null = null;
  #why: Refusal | null = null;

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

  /** What to tell of it, where it was neither its caller nor its deadline. */
  get why(): Refusal | null {
    return this.#why;
  }

  stop(reason: StopReason, why: Refusal | null = null): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#why = why;
    this.disarm();
    this.#controller.abort(new DOMException(reason, 'AbortError'));
  }

  /** The command has ended by itself: nothing is left to stop. */
  disarm(): void {
    clearTimeout(this.#timer);
  }
}

/** A tree that we killed died by SIGKILL. A deadline has an exit code of its own. */
export function exitCodeOf(status: StopReason): number {
  return status === 'timeout' ? EXECUTION_LIMITS.timeoutExitCode : 137;
}
