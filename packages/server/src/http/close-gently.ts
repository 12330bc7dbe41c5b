/** Closes the HTTP server: answers under way may finish, connections that wait for more work end at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 25;

export interface Closing {
  /** Waits until every answer is out, at most so long; then cuts what is left. */
  finish(withinMs: number): Promise<void>;
}

/** From now on nobody new is let in. */
export function closeGently(http: FastifyInstance): Closing {
  let done = false;
  const closed = http.close().finally(() => {
    done = true;
  });
  return {
    finish: async (withinMs) => {
      // A connection whose answer went out after the close began is kept open for the next request that never comes.
      for (const deadline = Date.now() + withinMs; !done && Date.now() < deadline; await sleep(LOOK_MS)) {
        http.server.closeIdleConnections();
      }
      http.server.closeAllConnections();
      await closed;
    },
  };
}
