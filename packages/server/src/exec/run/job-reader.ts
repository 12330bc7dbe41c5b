/** Polls a job on its machine, and passes on what it has printed since. Polling changes nothing there. */
import { JOB_READ_BYTES, type JobOffset, type JobPiece, type JobState, readAnswer, readJob } from '@synapse/runner';
import type { OpenExecution } from '../execution.ts';
import type { Stream } from '../record/output.ts';
import type { MarkerSink } from './marker-scanner.ts';
import { type BesideServices, runBeside } from './run-beside.ts';

export interface Read {
  readonly state: JobState;
  /** There is more to be read at once. */
  readonly more: boolean;
  readonly bytes: number;
}

export interface JobReader {
  /** Null: the machine did not answer, or not all of it. `removed`: there is no such machine any more. */
  next(): Promise<Read | 'removed' | null>;
}

/** `sink`: gets what it has printed. `signal`: ends the read. */
export function createJobReader(
  services: BesideServices,
  execution: OpenExecution,
  sink: MarkerSink,
  signal: AbortSignal,
): JobReader {
  const { output } = execution;
  const { name } = execution.job!;
  let places: Record<Stream, JobOffset> = { stdout: { file: 0, read: 0 }, stderr: { file: 0, read: 0 } };
  const position = { stdout: 0, stderr: 0 };
  // Each stream is in a file of its own.
  output.forgetOrder();

  const take = async (stream: Stream, { bytes, after }: JobPiece): Promise<void> => {
    if (after !== undefined) {
      await sink.end();
      output.leaveOut(stream, after - position[stream]);
      position[stream] = after;
    }
    if (bytes.length > 0) await sink[stream](bytes);
    position[stream] += bytes.length;
  };

  return {
    next: async () => {
      const printed = await runBeside(services, execution, readJob(name, places.stdout, places.stderr), signal);
      if (printed === 'removed') return printed;
      const answer = printed === null ? null : readAnswer(printed, places, JOB_READ_BYTES);
      if (answer === null) return null;
      const { state, stdout, stderr } = answer;
      await take('stdout', stdout);
      await take('stderr', stderr);
      places = { stdout: stdout.next, stderr: stderr.next };
      return { state, more: stdout.more || stderr.more, bytes: stdout.bytes.length + stderr.bytes.length };
    },
  };
}
