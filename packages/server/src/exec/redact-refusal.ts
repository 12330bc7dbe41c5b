/** Takes the vault's values out of what is told about a command that could not run: a target says what it likes. */
import { mapWords, Refusal, type RefusalDetails } from '@synapse/contract';
import type { Redactor } from '../redaction/index.ts';

export function redactRefusal(refusal: Refusal, { redactText }: Pick<Redactor, 'redactText'>): Refusal {
  // Nothing in it comes from a target; what it says may be less than its code would.
  if (Object.keys(refusal.details).length === 0) return refusal;
  const details: RefusalDetails = Object.fromEntries(
    Object.entries(refusal.details).map(([key, detail]) => [
      key,
      typeof detail === 'number' ? detail : mapWords(detail, redactText),
    ]),
  );
  const redacted = new Refusal(refusal.code, details, refusal.fields);
  return refusal.attachment === null ? redacted : redacted.with(refusal.attachment);
}
