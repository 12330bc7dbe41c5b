/** Requests for a role that this person may grant: in all their crews, or in the one that is shown. */
import { roleAllows } from '@synapse/contract/crew-roles';
import { useQuery } from '@tanstack/react-query';
import { type AccessRequest, type Crew, crewsQuery, waitingRequestsQuery } from '../api/crews.ts';
import { meQuery } from '../api/session.ts';
import { CREW } from '../api/workspace.ts';

/** Keepers grant `operator`, owners `keeper`; never their own request. */
export const mayAnswer = (
  crew: Pick<Crew, 'role'>,
  { role, username }: AccessRequest,
  me: string | undefined,
): boolean =>
  username !== me && roleAllows(crew.role, role === 'keeper' ? 'answer-keeper-requests' : 'answer-requests');

export function useWaitingRequests(): readonly { readonly crew: Crew; readonly request: AccessRequest }[] {
  const { data: me } = useQuery(meQuery);
  const { data: crews = [] } = useQuery(crewsQuery);
  const kept = crews.filter(
    ({ slug, role }) => roleAllows(role, 'answer-requests') && (CREW === null || slug === CREW),
  );
  const { data: waiting = [] } = useQuery(waitingRequestsQuery(kept.map(({ slug }) => slug)));
  return waiting.flatMap(({ crew: where, request }) => {
    const crew = kept.find(({ slug }) => slug === where);
    return crew !== undefined && mayAnswer(crew, request, me?.username) ? [{ crew, request }] : [];
  });
}
