/**
 * Watches a command from a second channel. When that channel's input ends, on purpose or because the connection broke,
 * it kills the command's whole tree on the host. It is opened only for commands that last, so that short ones pay
 * nothing.
 */
import type { Writable } from 'node:stream';
import { STAND_DOWN } from '@synapse/runner';

export interface Guard {
  /** The command has started. If it lasts, it is watched. */
  watch(): void;
  /** The command is over; what it left in the background may stay. */
  standDown(): void;
  /** Makes the guard kill the tree. False: there is no guard. */
  release(): boolean;
}

/** `open` starts the watching shell on a channel of its own and returns its input. */
export function createGuard(afterMs: number, open: (signal: AbortSignal) => Promise<Writable>): Guard {
  let timer: NodeJS.Timeout | undefined;
  let opening: AbortController | undefined;
  let input: Writable | undefined;
  const start = async () => {
    opening = new AbortController();
    const { signal } = opening;
    const opened = await open(signal);
    if (signal.aborted) opened.end(`${STAND_DOWN}\n`);
    else input = opened;
  };
  const end = (): Writable | undefined => {
    clearTimeout(timer);
    opening?.abort();
    const last = input;
    input = undefined;
    return last;
  };
  return {
    watch: () => {
      // If no guard can be opened, the command runs anyway; to kill it, a channel is opened then.
      timer = setTimeout(() => void start().catch(() => {}), afterMs);
    },
    standDown: () => void end()?.end(`${STAND_DOWN}\n`),
    release: () => end()?.end() !== undefined,
  };
}
