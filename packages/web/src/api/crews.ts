/** Crews: the workspaces that the person shares with others, and who belongs to them. */
import type {
  AccessDecision,
  AccessRequest,
  Crew,
  CrewAccess,
  CrewMember,
  Invitation,
  MemberChange,
  NewAccessRequest,
  NewCrew,
  NewInvitation,
  Review,
} from '@synapse/contract';
import type { CrewRole } from '@synapse/contract/crew-roles';
import { queryOptions } from '@tanstack/react-query';
import { at, call, withQuery } from './call.ts';

export type { AccessRequest, Crew, CrewAccess, CrewMember, CrewRole, Invitation, Review };

export const crewsQuery = queryOptions({
  queryKey: ['crews'],
  queryFn: ({ signal }) => call<{ crews: Crew[] }>('GET', '/crews', undefined, signal),
  select: ({ crews }) => crews,
  staleTime: 30_000,
});

export const createCrew = (wish: NewCrew): Promise<Crew> => call('POST', '/crews', wish);
export const renameCrew = (crew: string, name: string): Promise<Crew> => call('PATCH', at`/crews/${crew}`, { name });
export const deleteCrew = (crew: string, confirm: string): Promise<void> =>
  call('DELETE', at`/crews/${crew}`, { confirm });
export const joinCrew = (code: string): Promise<Crew> => call('POST', '/crews/join', { code });

export const membersQuery = (crew: string) =>
  queryOptions({
    queryKey: ['crews', crew, 'members'],
    queryFn: ({ signal }) => call<{ members: CrewMember[] }>('GET', at`/crews/${crew}/members`, undefined, signal),
    select: ({ members }) => members,
  });

export const putMember = (crew: string, username: string, change: MemberChange): Promise<CrewMember> =>
  call('PUT', at`/crews/${crew}/members/${username}`, change);
export const removeMember = (crew: string, username: string): Promise<void> =>
  call('DELETE', at`/crews/${crew}/members/${username}`);

export const invitationsQuery = (crew: string) =>
  queryOptions({
    queryKey: ['crews', crew, 'invitations'],
    queryFn: ({ signal }) =>
      call<{ invitations: Invitation[] }>('GET', at`/crews/${crew}/invitations`, undefined, signal),
    select: ({ invitations }) => invitations,
  });

/** The address is in this answer alone. */
export interface CreatedInvitation {
  readonly url: string;
  readonly expires_at: string;
}

export const createInvitation = (crew: string, wish: NewInvitation): Promise<CreatedInvitation> =>
  call('POST', at`/crews/${crew}/invitations`, wish);
export const deleteInvitation = (crew: string, id: string): Promise<void> =>
  call('DELETE', at`/crews/${crew}/invitations/${id}`);

export const REQUEST_HOURS = { min: 1, max: 8 } as const;

const requestsOf = async (
  crew: string,
  status: AccessRequest['status'] | undefined,
  signal: AbortSignal,
): Promise<readonly AccessRequest[]> => {
  const path = withQuery(at`/crews/${crew}/requests`, { status });
  return (await call<{ requests: AccessRequest[] }>('GET', path, undefined, signal)).requests;
};

export const requestsQuery = (crew: string) =>
  queryOptions({
    queryKey: ['crews', crew, 'requests'],
    queryFn: ({ signal }) => requestsOf(crew, undefined, signal),
  });

/** Those that wait, in several crews. */
export const waitingRequestsQuery = (crews: readonly string[]) =>
  queryOptions({
    queryKey: ['crews', 'requests', crews],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        crews.map(async (crew) => (await requestsOf(crew, 'pending', signal)).map((request) => ({ crew, request }))),
      );
      return lists.flat();
    },
    enabled: crews.length > 0,
  });

export const askForRole = (crew: string, wish: NewAccessRequest): Promise<AccessRequest> =>
  call('POST', at`/crews/${crew}/requests`, wish);
export const answerRequest = (crew: string, id: string, decision: AccessDecision['decision']): Promise<AccessRequest> =>
  call('POST', at`/crews/${crew}/requests/${id}`, { decision });

export const accessQuery = (crew: string) =>
  queryOptions({
    queryKey: ['crews', crew, 'access'],
    queryFn: ({ signal }) => call<{ access: CrewAccess[] }>('GET', at`/crews/${crew}/access`, undefined, signal),
    select: ({ access }) => access,
  });

/** What was decided alone and is not signed yet. */
export const reviewsQuery = (crew: string) =>
  queryOptions({
    queryKey: ['crews', crew, 'reviews'],
    queryFn: ({ signal }) =>
      call<{ reviews: Review[] }>('GET', withQuery(at`/crews/${crew}/reviews`, { status: 'open' }), undefined, signal),
    select: ({ reviews }) => reviews,
  });

export const signReview = (crew: string, executionId: string, comment: string): Promise<Review> =>
  call('POST', at`/crews/${crew}/reviews/${executionId}`, { comment });
