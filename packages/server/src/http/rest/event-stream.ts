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
/** Who has signed out, or was shut out, hears no more after this long. */
const LOOK_MS = 3_000;
/** A reader that lets more than this pile up is let go; it may come back and resume. */
const BACKLOG_BYTES = 4 * 1024 * 1024;

export function openEventWriter(reply: FastifyReply, mayStay: () => Promise<boolean>): EventWriter {
  const raw = beginEvents(reply);
  raw.write(': open\n\n');
  const gone = new AbortController();
  const leave = (): void => {
    for (const timer of timers) clearInterval(timer);
    gone.abort();
  };
  const look = async (): Promise<void> => {
    // A database that is away for a moment signs nobody out.
    if (await mayStay().catch(() => true)) return;
    leave();
    raw.end();
  };
  const timers = [setInterval(() => raw.write(': alive\n\n'), KEEP_ALIVE_MS), setInterval(() => void look(), LOOK_MS)];
  raw.once('close', leave);
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
