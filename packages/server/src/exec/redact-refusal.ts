/** Takes the vault's values out of what is told about a command that could not run: a target says what it likes. */
import { mapWords, Refusal, type RefusalDetails } from '@synapse/contract';
import type { Redactor } from '../redaction/index.ts';

export function redactRefusal(error: unknown, { redactText }: Pick<Redactor, 'redactText'>): unknown {
  if (!(error instanceof Refusal)) return error;
  const details: RefusalDetails = Object.fromEntries(
    Object.entries(error.details).map(([key, detail]) => [
      key,
      typeof detail === 'number' ? detail : mapWords(detail, redactText),
    ]),
  );
  const redacted = new Refusal(error.code, details, error.fields);
  return error.attachment === null ? redacted : redacted.with(error.attachment);
}
