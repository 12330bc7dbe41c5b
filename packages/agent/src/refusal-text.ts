/** Why the service turned this agent away, in words for its owner. */
import type { LinkRefusal } from '@synapse/contract';

const TEXTS: Readonly<Record<LinkRefusal | 'protocol' | 'revoked', string>> = {
  unknown_machine: 'the service does not know this machine (any more); enrol it again with a new code',
  not_enrolled: 'this machine waits for a new enrolment; enrol it again with a new code',
  key_changed: 'the service knows this machine by another key; enrol it again with a new code',
  bad_signature: 'the service did not accept the proof of the key',
  code_unknown: 'the service does not know this code: copy it whole, or ask for a new one',
  code_expired: 'the code has expired (it is good for 15 minutes): ask for a new one',
  code_used:
    'this code was used before. If that was not you, somebody else got hold of it: remove the machine in the service and make it again',
  protocol: 'the service speaks another version of the protocol: run "update"',
  revoked: 'the machine was removed, or is to be enrolled anew',
};

export function refusalText(reason: string): string {
  return (TEXTS as Readonly<Record<string, string>>)[reason] ?? (reason || 'the service closed the connection');
}
