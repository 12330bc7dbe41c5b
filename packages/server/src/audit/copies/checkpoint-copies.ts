/**
 * Copies of the checkpoints elsewhere, out of reach of a rollback of database and file. Lines go
 * out in their order. Nothing waits for a receiver that is away, slow or refuses: lines wait in a queue with an end, and are
 * retried; lines beyond its limit are dropped, counted, and still in the file.
 */
import type { Logger } from 'pino';
import { type Backoff, backoff } from '../../background/backoff.ts';
import { oneAtATime } from '../../background/one-at-a-time.ts';
import { pause, within } from '../../background/wait.ts';
import type { CopyTarget } from './copy-target.ts';

export interface CopyState {
  readonly to: string;
  readonly waiting: number;
  /** Why the last try failed; null: it did not. */
  readonly problem: string | null;
}

export interface CheckpointCopies {
  /** Returns at once. */
  add(line: string): void;
  states(): CopyState[];
  /** Sends what is queued, within a moment. */
  stop(): Promise<void>;
}

export interface CopiesParts {
  readonly targets: readonly CopyTarget[];
  readonly count: (outcome: 'sent' | 'failed' | 'dropped') => void;
  readonly log: Logger;
  readonly pauses?: Backoff;
}

const WAITING_MAX = 1_000;
const PAUSES: Backoff = { firstMs: 1_000, mostMs: 30_000 };
const LAST_MS = 2_000;

export function createCheckpointCopies({ targets, pauses = PAUSES, ...parts }: CopiesParts): CheckpointCopies {
  const copies = targets.map((target) => startCopy(target, pauses, parts));
  return {
    add: (line) => {
      for (const copy of copies) copy.add(line);
    },
    states: () => copies.map((copy) => copy.state()),
    stop: async () => {
      await Promise.all(copies.map((copy) => copy.stop()));
    },
  };
}

function startCopy(target: CopyTarget, pauses: Backoff, { count, log }: Omit<CopiesParts, 'targets'>) {
  const waiting: string[] = [];
  let problem: string | null = null;
  const leaving = new AbortController();

  const flush = async (): Promise<void> => {
    for (let tries = 0; waiting.length > 0; ) {
      const line = waiting[0]!;
      const failed = await target.send(line);
      if (failed === null) {
        if (problem !== null) log.info({ to: target.name }, 'checkpoint copies recovered');
        problem = null;
        tries = 0;
        count('sent');
        // If it was dropped meanwhile, another one stands there.
        if (waiting[0] === line) waiting.shift();
        continue;
      }
      if (problem === null) log.warn({ to: target.name, reason: failed }, 'failed to copy checkpoint');
      problem = failed;
      count('failed');
      if (leaving.signal.aborted) return;
      await pause(backoff(pauses, tries++), leaving.signal);
    }
  };
  const start = oneAtATime(flush);

  return {
    add: (line: string): void => {
      // The newest line speaks for all before it, so the oldest goes.
      if (waiting.length >= WAITING_MAX) {
        waiting.shift();
        count('dropped');
      }
      waiting.push(line);
      void start();
    },
    state: (): CopyState => ({ to: target.name, waiting: waiting.length, problem }),
    stop: async (): Promise<void> => {
      leaving.abort();
      await within(start(), LAST_MS);
      target.close();
    },
  };
}
