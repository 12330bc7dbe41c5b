/** Tries again when the line was cut, or when too much was asked at once. */
import { setTimeout as after } from 'node:timers/promises';
import { CliError } from '../cli-error.ts';
import type { Terminal } from '../terminal.ts';
import { tell } from '../words/tell.ts';
import { LineCut, Refused } from './request.ts';

const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** Refusals of the machine's line: it may be back in a moment. */
const PASSING = new Set(['machine_unreachable', 'machine_offline', 'execution_lost', 'file_unusable', 'not_ready']);

/** `attempt` gets how often it was tried before. It calls `moved` when bytes have moved: the pauses then begin anew. */
export async function untilDone<T>(
  terminal: Terminal,
  attempt: (tries: number, moved: () => void) => Promise<T>,
): Promise<T> {
  for (let [tries, failures] = [0, 0]; ; tries++) {
    try {
      return await attempt(tries, () => {
        failures = 0;
      });
    } catch (error) {
      if (error instanceof Refused && error.retryAfter !== null) {
        terminal.progress(tell('cp_waiting', { seconds: error.retryAfter }));
        await after(error.retryAfter * 1000);
        continue;
      }
      const passing = error instanceof LineCut || (error instanceof Refused && PASSING.has(error.code ?? ''));
      const pause = PAUSES_MS[failures++];
      if (!passing || pause === undefined) throw told(error);
      terminal.progress(tell('cp_again', { reason: (error as Error).message }));
      await after(pause);
    }
  }
}

const told = (error: unknown): unknown =>
  error instanceof LineCut ? new CliError(tell('cp_cut', { reason: error.message }), {}) : error;
