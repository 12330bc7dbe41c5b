/** Server-sent events over REST: one open answer, a comment now and then so that proxies keep it open. */
import type { FastifyReply } from 'fastify';
import { beginEvents } from '../begin-events.ts';

export interface EventWriter {
  /** False when the reader is gone or too slow to be kept. */
  send(event: string, data: unknown): boolean;
  end(): void;
  readonly gone: AbortSignal;
}

const KEEP_ALIVE_MS = 15_000;
/** A reader that lets more than this pile up is let go; it may come back and resume. */
const BACKLOG_BYTES = 4 * 1024 * 1024;

export function openEventWriter(reply: FastifyReply): EventWriter {
  const raw = beginEvents(reply);
  raw.write(': open\n\n');
  const gone = new AbortController();
  const timer = setInterval(() => raw.write(': alive\n\n'), KEEP_ALIVE_MS);
  raw.once('close', () => {
    clearInterval(timer);
    gone.abort();
  });
  return {
    gone: gone.signal,
    send: (event, data) => {
      if (gone.signal.aborted) return false;
      if (raw.writableLength > BACKLOG_BYTES) {
        raw.destroy();
        return false;
      }
      raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      return true;
    },
    end: () => raw.end(),
  };
}
