/** Optional work around a command: when it fails, the failure is logged and a replacement is used. */
import type { Logger } from 'pino';

export type BestEffort = <T>(work: Promise<T>, instead: T) => Promise<T>;

export function createBestEffort(log: Logger): BestEffort {
  return async (work, instead) => {
    try {
      return await work;
    } catch (error) {
      log.warn({ err: error }, 'optional step failed');
      return instead;
    }
  };
}
