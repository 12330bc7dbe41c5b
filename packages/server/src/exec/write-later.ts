/**
 * Writes about a command what must be written. If the database is away at that moment, tries again later until it
 * works.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@synapse/contract';
import type { Logger } from 'pino';

export interface WriteLater {
  /**
   * Resolves when the work is done, or postponed because the database is away. The work must tolerate being done twice.
   */
  (what: string, work: () => Promise<void>): Promise<void>;
  /** Waits for what was postponed, at most this long. */
  idle(withinMs: number): Promise<void>;
}

const EVERY_MS = 1_000;
/** Beyond this the entry is left open. It is closed as interrupted when this instance has gone. */
const LONGEST_MS = 3600_000;
const MOST = 10_000;

export function createWriteLater(log: Logger): WriteLater {
  const pending = new Set<Promise<void>>();

  const insist = async (what: string, work: () => Promise<void>): Promise<void> => {
    for (const end = Date.now() + LONGEST_MS; Date.now() < end; ) {
      await sleep(EVERY_MS, null, { ref: false });
      try {
        await work();
        log.info({ what }, 'written, after the database came back');
        return;
      } catch (error) {
        if (!isAway(error)) return void log.error({ what, err: error }, 'could not be written');
      }
    }
    log.error({ what }, 'could not be written: the database was away for too long');
  };

  const write = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!isAway(error) || pending.size >= MOST) throw error;
      log.warn({ what, err: error }, 'will be written when the database is back');
      const insisting = insist(what, work).finally(() => pending.delete(insisting));
      pending.add(insisting);
    }
  };

  return Object.assign(write, {
    idle: async (withinMs: number) => {
      await Promise.race([Promise.all(pending), sleep(withinMs, null, { ref: false })]);
    },
  });
}

function isAway(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'not_ready';
}
