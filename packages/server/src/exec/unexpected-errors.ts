/**
 * What nobody expected: an error that is no refusal, thrown in the course of a command, out of a callback, or by a promise
 * that nobody waits for. It ends the command it belongs to, is written and counted; the service goes on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';

/** What a command, or a test of a machine, is known by. */
export interface Work {
  readonly requestId: string;
  readonly executionId: string | null;
  readonly machineId: string;
}

export interface UnexpectedErrors {
  /** Whatever is thrown in the name of this work, at any time and from any callback, rejects it. */
  during<T>(work: Work, body: () => Promise<T>): Promise<T>;
  /** Writes and counts it, once however often it is met. */
  note(error: unknown, work: Work | null): void;
  /** Reached nobody else. True: the state of this process is in doubt. */
  take(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): boolean;
}

export interface UnexpectedServices {
  readonly log: Logger;
  readonly count: (scope: 'command' | 'service') => void;
  /** What is kept of a machine, its connections first of all, is not to be used again. */
  readonly forget: (machineId: string) => void;
}

interface Running extends Work {
  fail(error: unknown): void;
}

/** Rooms whose state is everybody's, as paths in a stack. */
const SHARED =
  /\/server\/src\/(?:db|audit|vault|limits|admission|auth|tokens|outputs|bus)\/|\/node_modules\/(?:better-sqlite3|pg)\//;

export function createUnexpectedErrors({ log, count, forget }: UnexpectedServices): UnexpectedErrors {
  const current = new AsyncLocalStorage<Running>();
  const running = new Set<Running>();
  const noted = new WeakSet<object>();

  const note: UnexpectedErrors['note'] = (error, work) => {
    if (typeof error === 'object' && error !== null) {
      if (noted.has(error)) return;
      noted.add(error);
    }
    count(work === null ? 'service' : 'command');
    const about = work === null ? {} : { request_id: work.requestId, execution_id: work.executionId };
    log.error(
      { err: error, ...about },
      work === null ? 'an error nobody expected' : 'an error nobody expected ended a command',
    );
  };

  return {
    note,

    during: async (work, body) => {
      const failed = Promise.withResolvers<never>();
      failed.promise.catch(() => {});
      const own: Running = { ...work, fail: failed.reject };
      running.add(own);
      try {
        return await current.run(own, () => Promise.race([body(), failed.promise]));
      } finally {
        running.delete(own);
      }
    },

    take: (error, origin) => {
      const work = current.getStore() ?? null;
      note(error, work);
      if (leavesDoubt(error, origin, work)) return true;
      if (work === null) return false;
      // A connection outlives the command that opened it: whoever is on the same machine may wait for what will not come.
      for (const other of running) if (other.machineId === work.machineId) other.fail(error);
      forget(work.machineId);
      return false;
    },
  };
}

/**
 * A rejected promise has left its function the ordinary way, transactions rolled back. An exception out of a callback has
 * cut short whatever called it: in the name of a command that is a connection to its machine, which is thrown away.
 * Elsewhere it is harmless only where it is the failure of a system call, which nobody listened to.
 */
function leavesDoubt(error: unknown, origin: NodeJS.UncaughtExceptionOrigin, work: Work | null): boolean {
  if (origin === 'unhandledRejection') return false;
  const { syscall, stack = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (typeof syscall === 'string') return false;
  return work === null || SHARED.test(stack);
}
