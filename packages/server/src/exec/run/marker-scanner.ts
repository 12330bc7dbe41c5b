/** Takes markers that a script of ours prints out of a command's stdout: `RS nonce : word RS`, whatever the chunks. */
import type { OutputSink } from '@synapse/runner';

export interface MarkerSink extends OutputSink {
  /** The stream is over: passes on what was held back as the beginning of a marker. */
  end(): Promise<void>;
}

export interface Markers {
  readonly nonce: string;
  /** Bytes of the longest word. What is longer only looked like a marker, and is passed on. */
  readonly longest: number;
  /** Takes a word; false: it is none of ours, and is passed on. */
  readonly take: (word: Buffer) => boolean;
}

const SEPARATOR = 0x1e;
const NOTHING = Buffer.alloc(0);

export function scanMarkers(sink: OutputSink, { nonce, longest, take }: Markers): MarkerSink {
  const start = Buffer.from(`\x1e${nonce}:`);
  let held: Buffer = NOTHING;
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
        if (end < 0 && rest.length <= start.length + longest) {
          held = Buffer.from(rest);
          return;
        }
        if (end >= 0 && take(rest.subarray(start.length, end))) {
          rest = rest.subarray(end + 1);
          continue;
        }
        await sink.stdout(rest.subarray(0, start.length));
        rest = rest.subarray(start.length);
      }
    },
    stderr: (chunk) => sink.stderr(chunk),
    end: async () => {
      const last = held;
      held = NOTHING;
      if (last.length > 0) await sink.stdout(last);
    },
  };
}

/** Where a marker begins, or may begin; the length of the text if none does. */
function beginning(text: Buffer, start: Buffer): number {
  const whole = text.indexOf(start);
  if (whole >= 0) return whole;
  const last = text.lastIndexOf(SEPARATOR);
  const partial = last >= 0 && text.length - last < start.length && start.indexOf(text.subarray(last)) === 0;
  return partial ? last : text.length;
}
