/** A crew always has an owner whose role does not end: the last one neither leaves nor gets another role. */
import type { CrewMember } from '../../api/crews.ts';

export function isLastOwner(members: readonly CrewMember[], username: string): boolean {
  const owners = members.filter(({ role, until }) => role === 'owner' && until === null);
  return owners.length === 1 && owners[0]?.username === username;
}
