/** An answer as server-sent events. */
import type { FastifyReply } from 'fastify';
import { beginEvents } from '../begin-events.ts';
import type { EventStream } from './progress.ts';

export function openAnswerStream(reply: FastifyReply): EventStream & { end(messages: readonly string[]): void } {
  const raw = beginEvents(reply);

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
