/**
 * Watches a command from a second channel: when that channel's input ends, wanted or because the way to the host broke,
 * the command's whole tree is killed there. Opened only for commands that last, so that short ones pay nothing for it.
 */
import type { Writable } from 'node:stream';
import { STAND_DOWN } from '@synapse/runner';

export interface Guard {
  /** The command has started: if it lasts, it is watched. */
  watch(): void;
  /** The command is over, and what it left behind may stay. */
  standDown(): void;
  /** Sets the guard on the tree; false: there is none. */
  release(): boolean;
}

const AFTER_MS = 300;

/** `open` starts the watching shell on a channel of its own and gives back its input. */
export function createGuard(open: (signal: AbortSignal) => Promise<Writable>): Guard {
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
      // Where none can be opened the command runs all the same, and is killed by a channel opened then.
      timer = setTimeout(() => void start().catch(() => {}), AFTER_MS);
    },
    standDown: () => void end()?.end(`${STAND_DOWN}\n`),
    release: () => end()?.end() !== undefined,
  };
}
