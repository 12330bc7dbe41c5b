/** Optional work around a command: when it fails, the failure is logged and a replacement is used. */
import type { Logger } from 'pino';

export type DoWithout = <T>(work: Promise<T>, instead: T) => Promise<T>;

export function createDoWithout(log: Logger): DoWithout {
  return async (work, instead) => {
    try {
      return await work;
    } catch (error) {
      log.warn({ err: error }, 'a command is answered without something of it');
      return instead;
    }
  };
}
