/** An answer as server-sent events. */
import type { FastifyReply } from 'fastify';
import type { EventStream } from './progress.ts';

/** Begins the answer: from here on its status is 200, whatever the call comes to. */
export function openEventStream(reply: FastifyReply): EventStream & { end(messages: readonly string[]): void } {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies of the nginx kind would hold the events back.
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();

  function send(json: string): void {
    if (!raw.destroyed) raw.write(`event: message\ndata: ${json}\n\n`);
  }

  return {
    get congested() {
      return raw.writableNeedDrain || raw.destroyed;
    },
    send,
    keepAlive() {
      if (!raw.writableNeedDrain && !raw.destroyed) raw.write(': keep-alive\n\n');
    },
    end(messages) {
      for (const json of messages) send(json);
      raw.end();
    },
  };
}
