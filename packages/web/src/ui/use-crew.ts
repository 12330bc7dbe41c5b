/** The crew whose workspace the page shows, and what the person may do there. */
import { type CrewAction, roleAllows } from '@synapse/contract/crew-roles';
import { PLANS } from '@synapse/contract/plans';
import { useQuery } from '@tanstack/react-query';
import { type Crew, crewsQuery } from '../api/crews.ts';
import { meQuery } from '../api/session.ts';
import { CREW } from '../api/workspace.ts';

/** Undefined while that is not known, and in one's own workspace. */
export function useCrew(): Crew | undefined {
  return useQuery(crewsQuery).data?.find(({ slug }) => slug === CREW);
}

/** In one's own workspace everything. `crew`: that of the page. */
export const mayIn = (crew: Crew | undefined, action: CrewAction): boolean =>
  CREW === null || (crew !== undefined && roleAllows(crew.role, action));

export function useMay(action: CrewAction): boolean {
  return mayIn(useCrew(), action);
}

/** Whether the person can have machines here and run commands: in one's own workspace the plan decides. */
export function usePlanRuns(): boolean {
  const { data: me } = useQuery(meQuery);
  return CREW !== null || (me !== undefined && PLANS[me.plan].scopes.includes('mcp:synapse'));
}

/** From one's own workspace: the crews that the person can put machines into. */
export function useKeptCrews(): readonly Crew[] {
  const crews = useQuery(crewsQuery).data ?? [];
  return CREW === null ? crews.filter(({ role }) => roleAllows(role, 'write-machines')) : [];
}
