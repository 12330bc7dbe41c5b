/** A body that trickles must not hold a connection for ever. Only those that may be of any length take their time. */
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is bytes of any length, and its handler ends it when nothing comes any more. */
    raw?: boolean;
  }
}

const BODY_MS = 60_000;

export function boundBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (!request.routeOptions.config.raw && !raw.complete) {
      const timer = setTimeout(() => {
        if (!raw.complete) raw.destroy();
      }, BODY_MS).unref();
      const clear = () => clearTimeout(timer);
      raw.once('end', clear).once('close', clear);
    }
    done();
  });
}
