/** Begins an answer that is a stream of server-sent events. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** From here on the status is 200, whatever happens. */
export function beginEvents(reply: FastifyReply): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies like nginx would hold the events back.
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
  return raw;
}
