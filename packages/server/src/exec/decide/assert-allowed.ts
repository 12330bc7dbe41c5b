/** What follows from a verdict before anything is opened: a denied command goes no further. One that is asked about does. */
import { Refusal } from '@synapse/contract';
import type { Ruling } from '../../policy/index.ts';
import type { Redactor } from '../../redaction/index.ts';
import { redactRefusal } from '../answer/redact-refusal.ts';

export function obey(ruling: Ruling, redactor: Pick<Redactor, 'redactText'>): void {
  const refusal = refusalOf(ruling);
  // The reason quotes the command as it was typed.
  if (refusal !== null) throw redactRefusal(refusal, redactor);
}

function refusalOf(ruling: Ruling): Refusal | null {
  if (ruling.verdict === 'deny') return new Refusal('policy_denied', { reason: ruling.why });
  return null;
}
