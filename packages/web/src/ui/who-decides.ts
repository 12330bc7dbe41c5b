/** Who may answer a question: in a crew not everybody who sees it. */
import { type CrewRole, roleAllows } from '@synapse/contract/crew-roles';
import { useQuery } from '@tanstack/react-query';
import type { Approval } from '../api/approvals.ts';
import { type Crew, crewsQuery } from '../api/crews.ts';
import { meQuery } from '../api/session.ts';

type Asked = Pick<Approval, 'crew' | 'actor' | 'ask' | 'approved_by'>;

/** `role`: that of this person in the crew of the question. */
export function mayDecide(
  { crew, actor, ask = 'self', approved_by = [] }: Asked,
  username: string,
  role: CrewRole | undefined,
): boolean {
  if (crew === undefined) return true;
  if (role === undefined || approved_by.includes(username)) return false;
  const own = actor === username;
  if (own && ask !== 'self') return false;
  return roleAllows(role, own || ask === 'other' ? 'run' : 'answer-for-others');
}

export const roleIn = (crews: readonly Crew[] | undefined, crew: string | undefined): CrewRole | undefined =>
  crews?.find(({ slug }) => slug === crew)?.role;

export const useMayDecide = (approval: Asked): boolean => useDecides()(approval);

/** Whether the person at the page may. */
export function useDecides(): (approval: Asked) => boolean {
  const { data: me } = useQuery(meQuery);
  const { data: crews } = useQuery(crewsQuery);
  return (one) => mayDecide(one, me?.username ?? '', roleIn(crews, one.crew));
}
