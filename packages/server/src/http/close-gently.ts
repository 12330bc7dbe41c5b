/** Closes the HTTP server: answers in progress may finish, idle connections end at once. */
import type { FastifyInstance } from 'fastify';
import { waitUntil } from '../background/wait.ts';

const POLL_MS = 25;

export interface Closing {
  /** Waits until every answer was sent, at most this long, then cuts off the rest. */
  finish(withinMs: number): Promise<void>;
}

/** From now on no new connection is accepted. */
export function closeGently(http: FastifyInstance): Closing {
  let done = false;
  const closed = http.close().finally(() => {
    done = true;
  });
  return {
    finish: async (withinMs) => {
      // A connection whose answer ended after the close began would stay open for a next request that never comes.
      const answered = async (): Promise<boolean> => {
        http.server.closeIdleConnections();
        return done;
      };
      await waitUntil(answered, { everyMs: POLL_MS, withinMs });
      http.server.closeAllConnections();
      await closed;
    },
  };
}
