/** The output of a command as it comes: listened to here, or asked for page by page if it runs on another instance. */
import { EXECUTION_LIMITS, type OutputQuery } from '@synapse/contract';
import type { RedactedPage } from '../exec/answer/redacted-page.ts';
import type { Execution } from '../exec/execution.ts';
import type { Stream } from '../exec/record/output.ts';
import { cutRedacted } from '../redaction/index.ts';
import { type HeldListener, type Listener, LiveOutput } from './live-output.ts';

const STREAMS = ['stdout', 'stderr'] as const;

/** Resolves when the command has ended and everything was shown, or the listener has gone. */
export async function followHere(
  execution: Execution,
  listener: Listener,
  signal: AbortSignal,
  onHeld: HeldListener,
): Promise<void> {
  const { output } = execution;
  const gone = Promise.withResolvers<void>();
  const live = new LiveOutput(output, listener, onHeld);
  const leave = output.follow((stream, bytes) => live.arrived(stream, bytes));
  signal.addEventListener('abort', () => gone.resolve(), { once: true });
  if (signal.aborted) gone.resolve();
  const shown = execution.finished.catch(() => null).then(() => live.end());
  await Promise.race([shown, gone.promise]).finally(() => {
    leave();
    live.stop();
  });
}

export interface FarExecution {
  /** Null when it has no output. */
  page(query: OutputQuery): Promise<RedactedPage | null>;
  /** Waits a moment for the end. */
  hasEnded(waitSeconds: number): Promise<boolean>;
}

const PAGE_CHARS = 60_000;
const LOOK_SECONDS = 1;
/**
 * So much is shown as it comes: the first half of the stored output stays where it is, in characters of up to four bytes.
 * What comes later may still be cut from the middle, and is shown when the command has ended.
 */
const LIVE_CHARS = { stdout: EXECUTION_LIMITS.stdoutBytes / 8, stderr: EXECUTION_LIMITS.stderrBytes / 8 };

export async function followFar(far: FarExecution, listener: Listener, signal: AbortSignal): Promise<void> {
  const sent = { stdout: 0, stderr: 0 };
  const sendNew = async (stream: Stream, ended: boolean): Promise<boolean> => {
    while (ended || sent[stream] < LIVE_CHARS[stream]) {
      const room = ended ? PAGE_CHARS : Math.min(PAGE_CHARS, LIVE_CHARS[stream] - sent[stream]);
      const page = await far.page({ stream, offset: sent[stream], limit: room });
      if (page === null) return true;
      // Half a character at the end of the output so far is not a character yet.
      const text = ended ? page.text : cutRedacted(page.text, 0, page.text.search(/\ufffd{0,3}$/));
      if (text === '') return true;
      if (!(await listener(stream, text))) return false;
      sent[stream] += text.length;
      if (page.next_offset === null) return true;
    }
    return true;
  };
  for (let ended = false; !ended && !signal.aborted; ) {
    ended = await far.hasEnded(LOOK_SECONDS);
    for (const stream of STREAMS) if (!(await sendNew(stream, ended))) return;
  }
}
