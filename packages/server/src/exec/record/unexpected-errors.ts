/**
 * Unexpected errors: an error that is no refusal, thrown during a command, from a callback, or by an unhandled
 * promise. It ends the command it belongs to, is logged and counted, and the service keeps running.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';

/** What identifies a command, or a test of a machine. */
export interface Work {
  readonly requestId: string;
  readonly executionId: string | null;
  readonly machineId: string;
}

export interface UnexpectedErrors {
  /** An error thrown on behalf of this work, at any time and from any callback, rejects it. */
  during<T>(work: Work, body: () => Promise<T>): Promise<T>;
  /** Logs and counts it, once however often it is reported. */
  note(error: unknown, work: Work | null): void;
  /** An error that no other handler took. True: the state of this process is in doubt. */
  take(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): boolean;
}

export interface UnexpectedServices {
  readonly log: Logger;
  readonly count: (scope: 'command' | 'service') => void;
  /** Drops the cached connections of a machine. */
  readonly forget: (machineId: string) => void;
}

interface Running extends Work {
  fail(error: unknown): void;
}

/** Rooms whose state is shared by everybody, as paths in a stack trace. */
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
    log.error({ err: error, ...about }, work === null ? 'unexpected error' : 'unexpected error ended a command');
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
      // A connection outlives the command that opened it, so others on the same machine may wait for something that
      // never comes.
      for (const other of running) if (other.machineId === work.machineId) other.fail(error);
      forget(work.machineId);
      return false;
    },
  };
}

/**
 * After a rejected promise, its function has ended in the ordinary way, with transactions rolled back. An exception
 * from a callback has interrupted whatever called it. If that was done for a command, it is a connection to its
 * machine, which is thrown away. Otherwise it is harmless only if a system call failed and its error had no
 * listener.
 */
function leavesDoubt(error: unknown, origin: NodeJS.UncaughtExceptionOrigin, work: Work | null): boolean {
  if (origin === 'unhandledRejection') return false;
  const { syscall, stack = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (typeof syscall === 'string') return false;
  return work === null || SHARED.test(stack);
}
