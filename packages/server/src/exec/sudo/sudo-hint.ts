/** Tells what to set when `sudo` wanted a password and nobody could give one. */
import type { OutputSink } from '@synapse/runner';
import type { OpenExecution } from '../execution.ts';
import { saysSudo } from './sudo-secret.ts';

export interface SudoHint {
  /** What the command prints passes here. */
  readonly sink: OutputSink;
  /** To be called after its end: adds a line to stderr if it failed and sudo had complained. */
  afterExit(exitCode: number): void | Promise<void>;
}

/** In whatever language: a line that begins with its name. */
const COMPLAINT = /(?:^|\n)sudo ?: /;
const LONGEST = 'sudo : '.length + 1;

export function hintAtSudo({ target, template, output }: OpenExecution): SudoHint {
  if (target.sudoSecret !== null || !saysSudo(template)) return { sink: output, afterExit: () => undefined };
  let complained = false;
  let tail = '\n';
  const stderr = (chunk: Buffer): void => {
    const text = tail + chunk.toString('latin1');
    complained ||= COMPLAINT.test(text);
    tail = text.slice(-LONGEST);
    output.stderr(chunk);
  };
  const hint =
    `synapse: nobody can type a password for sudo here; give the machine ${target.slug} a sudo_secret ` +
    '(synapse machine set --sudo-secret, or on the page) or allow the command without a password in sudoers\n';
  return {
    sink: { stdout: (chunk) => output.stdout(chunk), stderr },
    afterExit: (exitCode) => (exitCode !== 0 && complained ? output.stderr(Buffer.from(hint)) : undefined),
  };
}
