/** A result that may be answered: what it says of the output was redacted last, after all that rewrites it. */
import type { ExecResult, WordedApproval, WordedRefusal } from '@synapse/contract';
import type { RedactedText, Redactor } from '../redaction/index.ts';

export type RedactedResult = Omit<ExecResult, 'refusal' | 'approval'> & {
  readonly stdout: RedactedText;
  readonly stderr: RedactedText;
  /** In every language: the edge knows who reads it. */
  readonly refusal?: WordedRefusal | undefined;
  readonly approval?: WordedApproval | undefined;
};

/** For one that another instance made. */
export function redactResult(result: ExecResult, redact: Redactor['redactText']): RedactedResult {
  return { ...result, stdout: redact(result.stdout), stderr: redact(result.stderr) };
}
