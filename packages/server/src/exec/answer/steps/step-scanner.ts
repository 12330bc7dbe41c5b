/** Takes the markers of steps out of a command's stdout, and tells where they stood. */
import type { OutputSink } from '@synapse/runner';

const SEPARATOR = 0x1e;
/** The number of a step and an exit status, with their colon. */
const LONGEST_WORD = 8;
const NOTHING = Buffer.alloc(0);

export interface StepSink extends OutputSink {
  /** The stream is over: passes on what was held back as the beginning of a marker. */
  end(): void;
}

/** `onStep`: the next bytes are those of this step; the one before it ended with this status. */
export function scanSteps(
  sink: OutputSink,
  nonce: string,
  onStep: (step: number, statusBefore: number) => void,
): StepSink {
  const start = Buffer.from(`\x1e${nonce}:`);
  let held: Buffer = NOTHING;

  const stdout = async (chunk: Buffer): Promise<void> => {
    let rest = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    held = NOTHING;
    for (;;) {
      const at = beginning(rest, start);
      if (at > 0) await sink.stdout(rest.subarray(0, at));
      rest = rest.subarray(at);
      if (rest.length === 0) return;
      const end = rest.length < start.length ? -1 : rest.indexOf(SEPARATOR, start.length);
      if (end < 0 && rest.length <= start.length + LONGEST_WORD) {
        held = Buffer.from(rest);
        return;
      }
      const word = /^(\d{1,3}):(\d{1,3})$/.exec(rest.toString('latin1', start.length, end < 0 ? start.length : end));
      if (word === null) {
        // It only looked like one.
        await sink.stdout(rest.subarray(0, start.length));
        rest = rest.subarray(start.length);
        continue;
      }
      onStep(Number(word[1]), Number(word[2]));
      rest = rest.subarray(end + 1);
    }
  };

  return {
    stdout,
    stderr: (chunk) => sink.stderr(chunk),
    end: () => {
      if (held.length > 0) void sink.stdout(held);
      held = NOTHING;
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
