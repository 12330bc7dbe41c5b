/** What follows from a verdict before anything is opened: a denied command goes no further. One that is asked about does. */
import { Refusal } from '@synapse/contract';
import type { PolicyDecision } from '../../policy/index.ts';
import type { Redactor } from '../../redaction/index.ts';
import { redactRefusal } from '../answer/redact-refusal.ts';

export function assertAllowed(policyDecision: PolicyDecision, redactor: Pick<Redactor, 'redactText'>): void {
  const refusal = refusalOf(policyDecision);
  // The reason quotes the command as it was typed.
  if (refusal !== null) throw redactRefusal(refusal, redactor);
}

function refusalOf(policyDecision: PolicyDecision): Refusal | null {
  if (policyDecision.verdict === 'deny') return new Refusal('policy_denied', { reason: policyDecision.why });
  return null;
}
