/** A command that a person must agree to. Nobody can be asked yet: it is refused, and says what it waits for. */
import { because, Refusal } from '@synapse/contract';
import type { Ruling } from '../policy/index.ts';

export function askFirst({ why }: Ruling): Refusal {
  return new Refusal('policy_denied', { reason: because('policy_nobody_to_ask', { reason: why }) });
}
