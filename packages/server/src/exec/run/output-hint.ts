/** A line of ours at the end of stderr, after a command that complained about something that can be explained. */
import type { OutputSink } from '@synapse/runner';

export interface OutputHint {
  /** What the command prints passes here. */
  readonly sink: OutputSink;
  /** To be called after its end. */
  afterExit(exitCode: number): void | Promise<void>;
}

export interface Complaint {
  /** How the complaint reads on stderr. */
  readonly pattern: RegExp;
  /** The longest text that matches; a piece of output may end in its middle. */
  readonly longest: number;
  readonly hint: string;
  /** Whether a command that succeeded has nothing to complain about. */
  readonly onlyAfterFailure: boolean;
}

export const noHint = (sink: OutputSink): OutputHint => ({ sink, afterExit: () => undefined });

/** Of several complaints, the first of the list is explained. */
export function hintAt(complaints: readonly Complaint[], output: OutputSink): OutputHint {
  const longest = Math.max(...complaints.map((complaint) => complaint.longest));
  let heard: readonly Complaint[] = [];
  let tail = '\n';
  const stderr = (chunk: Buffer): void | Promise<void> => {
    const text = tail + chunk.toString('latin1');
    heard = complaints.filter((complaint) => heard.includes(complaint) || complaint.pattern.test(text));
    tail = text.slice(-longest);
    return output.stderr(chunk);
  };
  return {
    sink: { stdout: (chunk) => output.stdout(chunk), stderr },
    afterExit: (exitCode) => {
      const fits = heard.find(({ onlyAfterFailure }) => exitCode !== 0 || !onlyAfterFailure);
      if (fits !== undefined) return output.stderr(Buffer.from(fits.hint));
    },
  };
}
