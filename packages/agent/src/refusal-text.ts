/** Why the service turned this agent away, in words for its owner. */
import type { LinkRefusal } from '@synapse/contract';
import { type Said, tell } from './words.ts';

const TEXTS: Readonly<Record<LinkRefusal | 'protocol' | 'revoked', Said>> = {
  unknown_machine: 'refused_unknown_machine',
  not_enrolled: 'refused_not_enrolled',
  key_changed: 'refused_key_changed',
  bad_signature: 'refused_bad_signature',
  code_unknown: 'refused_code_unknown',
  code_expired: 'refused_code_expired',
  code_used: 'refused_code_used',
  protocol: 'refused_protocol',
  revoked: 'refused_revoked',
};

export function refusalText(reason: string): string {
  const said = (TEXTS as Readonly<Record<string, Said>>)[reason];
  return said === undefined ? reason || tell('refused_otherwise') : tell(said);
}
