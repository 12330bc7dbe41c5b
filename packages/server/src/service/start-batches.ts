/** Does the long part of migrations after the start, says how far it is, and tries again after a failure. */

import type { Logger } from 'pino';
import { pause } from '../background/wait.ts';
import type { Database } from '../db/database.ts';
import { migrateInBatches } from '../db/migrate-in-batches.ts';

const AGAIN_MS = 60_000;
const TELL_MS = 10_000;

export function startBatches(database: Database, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let reportedAt = 0;
  const tell = (migration: string, rows: number, ended: boolean): void => {
    if (!ended && performance.now() - reportedAt < TELL_MS) return;
    reportedAt = performance.now();
    log.info({ migration, rows, ended }, 'migrating while serving');
  };
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        return await migrateInBatches(database, tell, stopping.signal);
      } catch (error) {
        log.warn({ err: error }, 'migrating while serving failed');
        await pause(AGAIN_MS, stopping.signal);
      }
    }
  };
  const working = work();
  return {
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
}
