/** A result that may be answered: its text was redacted last, after everything that rewrites it. */
import type { ExecResult, FileAnswer, WordedApproval, WordedRefusal } from '@synapse/contract';
import type { RedactedText, Redactor } from '../../redaction/index.ts';

export type RedactedResult = Omit<ExecResult, 'refusal' | 'approval'> & {
  readonly stdout: RedactedText;
  readonly stderr: RedactedText;
  /** In every language: only the edge knows who reads it. */
  readonly refusal?: WordedRefusal | undefined;
  readonly approval?: WordedApproval | undefined;
  /** How many lines both streams have in all, where that is known. Only text answers say it. */
  readonly wholeLines?: number | undefined;
  /** Of an answer while the command runs: how many characters of each stream its reader has then. */
  readonly readPosition?: Readonly<Record<'stdout' | 'stderr', number>> | undefined;
  /** What was asked about a file, where this instance has it. `stdout` is the same as JSON. */
  readonly file?: FileAnswer | undefined;
};

/** What programs are answered: the fields of the contract. */
export const withoutLines = <T extends { readonly wholeLines?: number | undefined }>({ wholeLines: _, ...result }: T) =>
  result;

/** For a result that another instance made. */
export function redactResult(result: ExecResult, redact: Redactor['redactText']): RedactedResult {
  return { ...result, stdout: redact(result.stdout), stderr: redact(result.stderr) };
}
