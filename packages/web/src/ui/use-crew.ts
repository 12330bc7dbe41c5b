/** The crew whose workspace the page shows, and what the person may do there. */
import { type CrewAction, roleAllows } from '@synapse/contract/crew-roles';
import { type CrewReach, PLANS } from '@synapse/contract/plans';
import { useQuery } from '@tanstack/react-query';
import { type Crew, crewsQuery } from '../api/crews.ts';
import { type Me, meQuery } from '../api/session.ts';
import { CREW } from '../api/workspace.ts';

/** Undefined while that is not known, and in one's own workspace. */
export function useCrew(): Crew | undefined {
  return useQuery(crewsQuery).data?.find(({ slug }) => slug === CREW);
}

/** What a plan without commands does not have in one's own workspace. */
const OF_PLANS: readonly CrewAction[] = ['write-machines', 'write-secrets', 'write-aliases'];

/** In one's own workspace everything that the plan has. `crew`: that of the page. */
export const mayIn = (crew: Crew | undefined, action: CrewAction, planRuns: boolean): boolean =>
  CREW === null ? planRuns || !OF_PLANS.includes(action) : crew !== undefined && roleAllows(crew.role, action);

export function useMay(action: CrewAction): boolean {
  return mayIn(useCrew(), action, usePlanRuns());
}

/** Whether the person can have machines here and run commands: in one's own workspace the plan decides. */
export function usePlanRuns(): boolean {
  const { data: me } = useQuery(meQuery);
  return CREW !== null || (me !== undefined && runsBy(me));
}

export const runsBy = ({ plan }: Pick<Me, 'plan'>): boolean => PLANS[plan].scopes.includes('mcp:synapse');

/** What the crews of the person let their assistants do, whatever the plan. */
export function useCrewReach(): CrewReach {
  const crews = useQuery(crewsQuery).data ?? [];
  if (crews.some(({ role }) => roleAllows(role, 'run'))) return 'run';
  return crews.length > 0 ? 'look' : null;
}

/** From one's own workspace: the crews that the person can put machines into. */
export function useKeptCrews(): readonly Crew[] {
  const crews = useQuery(crewsQuery).data ?? [];
  return CREW === null ? crews.filter(({ role }) => roleAllows(role, 'write-machines')) : [];
}
