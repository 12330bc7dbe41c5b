/** What is done when the service stops: a database that is away does not prevent stopping. */
import type { Logger } from 'pino';

export type LastWork = (work: () => void | Promise<void>) => Promise<void>;

export function createLastWork(log: Logger): LastWork {
  return async (work) => {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, 'shutdown: pending writes lost');
    }
  };
}
