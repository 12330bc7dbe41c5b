/** Takes the report of a session out of a command's stdout. */
import type { OutputSink } from '@synapse/runner';
import { REPORTED, type Reported, WHOLE } from './session-script.ts';

const SEPARATOR = 0x1e;
/** Longer than any piece. */
const LONGEST_PIECE = 1_200;
const MOST_BYTES = 256 * 1024;
const NOTHING = Buffer.alloc(0);

export interface SessionSink extends OutputSink {
  /** The stream is over: passes on what was held back as the beginning of a piece. */
  end(): Promise<void>;
  /** What was reported; null where that is not all, too much, or no text. */
  report(): Readonly<Record<Reported, string>> | null;
}

export function scanSession(sink: OutputSink, nonce: string): SessionSink {
  const start = Buffer.from(`\x1e${nonce}:`);
  const pieces: Record<Reported, Buffer[]> = { before: [], after: [], cwd: [], umask: [] };
  let held: Buffer = NOTHING;
  let bytes = 0;
  let whole = false;

  const take = (piece: Buffer): void => {
    if (piece.equals(Buffer.from(WHOLE))) whole = true;
    const [, kind, ending] = /^([a-z]+):([cn]):/.exec(piece.toString('latin1')) ?? [];
    const known = REPORTED.find((one) => one === kind);
    if (known === undefined) return;
    bytes += piece.length;
    if (bytes > MOST_BYTES) return;
    pieces[known].push(Buffer.from(piece.subarray(known.length + 3)), Buffer.from(ending === 'n' ? '\n' : ''));
  };

  return {
    stdout: async (chunk) => {
      let rest = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      held = NOTHING;
      for (;;) {
        const at = beginning(rest, start);
        if (at > 0) await sink.stdout(rest.subarray(0, at));
        rest = rest.subarray(at);
        if (rest.length === 0) return;
        const end = rest.length < start.length ? -1 : rest.indexOf(SEPARATOR, start.length);
        if (end >= 0) {
          take(rest.subarray(start.length, end));
          rest = rest.subarray(end + 1);
        } else if (rest.length > start.length + LONGEST_PIECE) {
          // It only looked like one.
          await sink.stdout(rest.subarray(0, start.length));
          rest = rest.subarray(start.length);
        } else {
          held = Buffer.from(rest);
          return;
        }
      }
    },
    stderr: (chunk) => sink.stderr(chunk),
    end: async () => {
      const last = held;
      held = NOTHING;
      if (last.length > 0) await sink.stdout(last);
    },
    report: () => {
      if (!whole || bytes > MOST_BYTES) return null;
      try {
        const text = (kind: Reported) => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces[kind]));
        return { before: text('before'), after: text('after'), cwd: text('cwd'), umask: text('umask') };
      } catch {
        return null;
      }
    },
  };
}

/** Where a piece begins, or may begin; the length of the text if none does. */
function beginning(text: Buffer, start: Buffer): number {
  const whole = text.indexOf(start);
  if (whole >= 0) return whole;
  const last = text.lastIndexOf(SEPARATOR);
  const partial = last >= 0 && text.length - last < start.length && start.indexOf(text.subarray(last)) === 0;
  return partial ? last : text.length;
}
