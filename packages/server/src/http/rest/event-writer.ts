/** Server-sent events over REST: one open answer, a comment now and then so that proxies keep it open. */
import type { FastifyReply } from 'fastify';
import { cutWhole } from '../../outputs/page-through.ts';
import { beginEvents } from '../begin-events.ts';

export interface EventWriter {
  /** False when the reader is gone or too slow to be kept. */
  send(event: string, data: unknown): boolean;
  /** The same for much text: it goes out in pieces, as fast as it is read. */
  sendText(event: string, data: { readonly stream: string; readonly text: string }): boolean;
  /** After what was sent so far. */
  end(): void;
  readonly gone: AbortSignal;
}

const KEEP_ALIVE_MS = 15_000;
/** Who has signed out, or was shut out, hears no more after this long. */
const LOOK_MS = 3_000;
/** A reader that lets more characters than this pile up is let go; all that is kept of an output fits. */
const BACKLOG_CHARS = 10 * 1024 * 1024;
const PIECE_CHARS = 64 * 1024;
/** In one turn of the event loop: others want to be served, too. */
const PIECES_PER_TURN = 4;

interface Unsent {
  readonly event: string;
  readonly data: unknown;
  /** What is still to go out of a long text. */
  text: string;
}

export function openEventWriter(reply: FastifyReply, mayStay: () => Promise<boolean>): EventWriter {
  const raw = beginEvents(reply);
  raw.write(': open\n\n');
  const gone = new AbortController();
  const unsent: Unsent[] = [];
  let backlog = 0;
  let ending = false;
  let resting = false;

  const leave = (): void => {
    for (const timer of timers) clearInterval(timer);
    unsent.length = 0;
    gone.abort();
  };
  const look = async (): Promise<void> => {
    // A database that is away for a moment signs nobody out.
    if (await mayStay().catch(() => true)) return;
    leave();
    raw.end();
  };
  const alive = (): void => {
    if (!raw.writableNeedDrain) raw.write(': alive\n\n');
  };
  const timers = [setInterval(alive, KEEP_ALIVE_MS), setInterval(() => void look(), LOOK_MS)];
  raw.once('close', leave);

  const writePiece = (first: Unsent): void => {
    const text = cutWhole(first.text, 0, PIECE_CHARS);
    first.text = first.text.slice(text.length);
    backlog -= text.length;
    if (first.text === '') unsent.shift();
    const data = text === '' ? first.data : { ...(first.data as object), text };
    raw.write(`event: ${first.event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const pump = (): void => {
    if (resting) return;
    for (let pieces = 0; !gone.signal.aborted && !raw.writableNeedDrain; pieces++) {
      const [first] = unsent;
      if (first === undefined) {
        if (ending) raw.end();
        return;
      }
      if (pieces === PIECES_PER_TURN) {
        resting = true;
        setImmediate(() => {
          resting = false;
          pump();
        });
        return;
      }
      writePiece(first);
    }
  };
  raw.on('drain', pump);
  const queue = (item: Unsent): boolean => {
    if (gone.signal.aborted) return false;
    backlog += item.text.length;
    if (backlog > BACKLOG_CHARS || unsent.length > BACKLOG_EVENTS) {
      raw.destroy();
      leave();
      return false;
    }
    unsent.push(item);
    pump();
    return true;
  };

  return {
    gone: gone.signal,
    send: (event, data) => queue({ event, data, text: '' }),
    sendText: (event, { stream, text }) => text === '' || queue({ event, data: { stream }, text }),
    end: () => {
      ending = true;
      pump();
    },
  };
}

/** Events without a text are small, but they are held all the same. */
const BACKLOG_EVENTS = 10_000;
