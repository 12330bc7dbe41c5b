/** Takes the report of a session out of a command's stdout. */
import type { OutputSink } from '@synapse/runner';
import { type MarkerSink, scanMarkers } from '../run/marker-scanner.ts';
import { REPORTED, type Reported, WHOLE } from './session-script.ts';

/** Longer than any piece. */
const LONGEST_PIECE = 1_200;
const MOST_BYTES = 256 * 1024;

export interface SessionSink extends MarkerSink {
  /** What was reported; null where that is not all, too much, or no text. */
  report(): Readonly<Record<Reported, string>> | null;
}

export function scanSession(sink: OutputSink, nonce: string): SessionSink {
  const pieces: Record<Reported, Buffer[]> = { before: [], after: [], cwd: [], umask: [] };
  let bytes = 0;
  let whole = false;

  const take = (piece: Buffer): true => {
    if (piece.equals(Buffer.from(WHOLE))) whole = true;
    const [, kind, ending] = /^([a-z]+):([cn]):/.exec(piece.toString('latin1')) ?? [];
    const known = REPORTED.find((one) => one === kind);
    if (known === undefined) return true;
    bytes += piece.length;
    if (bytes > MOST_BYTES) return true;
    pieces[known].push(Buffer.from(piece.subarray(known.length + 3)), Buffer.from(ending === 'n' ? '\n' : ''));
    return true;
  };

  return {
    ...scanMarkers(sink, { nonce, longest: LONGEST_PIECE, take }),
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
