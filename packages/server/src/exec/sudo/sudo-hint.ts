/** Tells what to change when `sudo` wanted what nobody could give it. */
import type { OutputSink } from '@synapse/runner';
import type { MachineRecord } from '../../machines/machines.ts';
import type { OpenExecution } from '../execution.ts';
import { namesPath, saysSudo } from './sudo-secret.ts';

export interface SudoHint {
  /** What the command prints passes here. */
  readonly sink: OutputSink;
  /** To be called after its end: adds a line to stderr if it failed and sudo had complained. */
  afterExit(exitCode: number | null): void | Promise<void>;
}

/** In whatever language: a line that begins with its name. It says `tty` in all of them. */
const COMPLAINT = /(?:^|\n)sudo ?: /;
const NO_TERMINAL = /(?:^|\n)sudo ?: [^\n]*\btty\b/;
/** Of a password that is wanted and not asked for: these words, in the languages of the service. */
const NOT_ASKED = /(?:^|\n)sudo ?: [^\n]*(?:password|mot de passe)/;
/** Longer than any such line. */
const KEPT = 1_000;

export function hintAtSudo({ target, template, output }: OpenExecution): SudoHint {
  if (!saysSudo(template)) return { sink: output, afterExit: () => undefined };
  let complaint: Complaint | null = null;
  let tail = '\n';
  const stderr = (chunk: Buffer): void | Promise<void> => {
    const text = tail + chunk.toString('latin1');
    complaint = complaintIn(text, complaint);
    tail = text.slice(-KEPT);
    return output.stderr(chunk);
  };
  return {
    sink: { stdout: (chunk) => output.stdout(chunk), stderr },
    afterExit: (exitCode) => {
      const hint = exitCode === 0 || complaint === null ? null : hintFor(complaint, target, template);
      return hint === null ? undefined : output.stderr(Buffer.from(`synapse: ${hint}\n`));
    },
  };
}

type Complaint = 'terminal' | 'unasked' | 'other';

function complaintIn(text: string, before: Complaint | null): Complaint | null {
  if (before === 'terminal' || NO_TERMINAL.test(text)) return 'terminal';
  if (before === 'unasked' || NOT_ASKED.test(text)) return 'unasked';
  return before ?? (COMPLAINT.test(text) ? 'other' : null);
}

function hintFor(complaint: Complaint, { slug, sudoSecret, connection }: MachineRecord, template: string) {
  if (complaint === 'terminal') {
    const whose = connection !== null && 'user' in connection ? `Defaults:${connection.user}` : 'Defaults';
    return `sudo on ${slug} wants a terminal, which no command has; its sudoers can do without: ${whose} !requiretty`;
  }
  if (sudoSecret === null)
    return (
      `nobody can type a password for sudo here; give the machine ${slug} a sudo_secret ` +
      '(synapse machine set --sudo-secret, or on the page) or allow the command without a password in sudoers'
    );
  return complaint === 'unasked' && namesPath(template)
    ? 'sudo that is called by its path and may not ask gets no answer; call it sudo, without a path'
    : null;
}
