/** Removes the vault's values from the refusal of a command: a target may put anything into its message. */
import { mapWords, type Refusal, type RefusalDetails } from '@synapse/contract';
import type { Redactor } from '../../redaction/index.ts';

export function redactRefusal(refusal: Refusal, { redactText }: Pick<Redactor, 'redactText'>): Refusal {
  // Without details nothing in it comes from a target. It stays as it is: its message may say less than that of its
  // code.
  if (Object.keys(refusal.details).length === 0) return refusal;
  const details: RefusalDetails = Object.fromEntries(
    Object.entries(refusal.details).map(([key, detail]) => [
      key,
      typeof detail === 'number' ? detail : mapWords(detail, redactText),
    ]),
  );
  const Kind = refusal.constructor as typeof Refusal;
  const redacted = new Kind(refusal.code, details, refusal.fields);
  return refusal.attachment === null ? redacted : redacted.with(refusal.attachment);
}
