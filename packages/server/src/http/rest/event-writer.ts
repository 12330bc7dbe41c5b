/** Server-sent events over REST: one open answer, with a comment now and then so that proxies keep it open. */
import { LIMITS } from '@synapse/contract';
import type { FastifyReply } from 'fastify';
import { beginEvents } from '../begin-events.ts';

export interface EventWriter {
  /** False when the reader is gone, or too slow to be kept. */
  send(event: string, data: unknown): boolean;
  /** The same for one piece of much text: resolves when there is room for the next. */
  sendText(event: string, data: { readonly stream: string; readonly text: string }): Promise<boolean>;
  /** Ends after what was sent so far. */
  end(): void;
  readonly gone: AbortSignal;
}

const KEEP_ALIVE_MS = 15_000;
/** The session is checked again this often: one that has ended gets no more events. */
const LOOK_MS = 3_000;

/** `everyMs`: how often it is asked whether the reader may stay. */
export function openEventWriter(reply: FastifyReply, mayStay: () => Promise<boolean>, everyMs = LOOK_MS): EventWriter {
  const raw = beginEvents(reply);
  raw.write(': open\n\n');
  const gone = new AbortController();
  /** Resolves when what was written has been read. */
  let room: PromiseWithResolvers<void> | null = null;
  let stalled: NodeJS.Timeout | undefined;

  const makeRoom = (): void => {
    clearTimeout(stalled);
    room?.resolve();
    room = null;
  };
  const leave = (): void => {
    for (const timer of timers) clearInterval(timer);
    gone.abort();
    makeRoom();
  };
  const sendAway = (): void => {
    raw.destroy();
    leave();
  };
  const look = async (): Promise<void> => {
    // A database that is away for a moment ends no session.
    if (await mayStay().catch(() => true)) return;
    leave();
    raw.end();
  };
  const alive = (): void => {
    if (!raw.writableNeedDrain) raw.write(': alive\n\n');
  };
  const timers = [setInterval(alive, KEEP_ALIVE_MS), setInterval(() => void look(), everyMs)];
  raw.once('close', leave);
  raw.on('drain', makeRoom);

  const write = (event: string, data: unknown): boolean => {
    if (gone.signal.aborted) return false;
    raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    return true;
  };

  return {
    gone: gone.signal,
    send: (event, data) => {
      if (raw.writableLength > LIMITS.unreadStream.bytes) sendAway();
      return write(event, data);
    },
    sendText: async (event, data) => {
      if (!write(event, data)) return false;
      if (!raw.writableNeedDrain) return true;
      room ??= Promise.withResolvers();
      stalled ??= setTimeout(sendAway, LIMITS.unreadStream.ms).unref();
      await room.promise;
      stalled = undefined;
      return !gone.signal.aborted;
    },
    end: () => {
      if (!gone.signal.aborted) raw.end();
    },
  };
}
