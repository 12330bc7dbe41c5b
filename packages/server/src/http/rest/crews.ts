/** Crews over REST: the crews themselves, their members and their invitations. */
import {
  AccessDecision,
  AccessRequest,
  AccessRequestList,
  AccessRequestQuery,
  CreatedInvitation,
  Crew,
  CrewAccessList,
  CrewChange,
  CrewDeletion,
  CrewJoin,
  CrewList,
  CrewMember,
  CrewMemberList,
  InvitationList,
  MemberChange,
  NewAccessRequest,
  NewCrew,
  NewInvitation,
  PLANS,
  Review,
  ReviewList,
  ReviewQuery,
  ReviewSignature,
  Username,
} from '@synapse/contract';
import * as z from 'zod';
import type { ApprovalServices } from '../../approvals/create-approval-services.ts';
import type { Crews } from '../../crews/crews.ts';
import type { Invitations } from '../../crews/invitations.ts';
import type { AccessRequests } from '../../crews/requests.ts';
import type { ReviewAccess } from '../../crews/review-access.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams } from './params.ts';
import { personOf } from './person-of.ts';

export interface CrewServices {
  readonly crews: Crews;
  readonly invitations: Invitations;
  readonly accessRequests: AccessRequests;
  readonly reviewAccess: ReviewAccess;
  readonly publicUrl: string | null;
  readonly approvalServices: Pick<ApprovalServices, 'reviews'>;
}

export const listReviews = ({ approvalServices }: CrewServices) =>
  endpoint({
    summary: 'What members decided alone although others were to (break-glass), newest first.',
    access: 'user',
    query: ReviewQuery,
    answer: ReviewList,
    handle: async ({ query }, { workspace }) => ({
      reviews: await approvalServices.reviews.list(workspace.id, query.status),
    }),
  });

export const signReview = ({ approvalServices }: CrewServices) =>
  endpoint({
    summary: 'Sign a break-glass of somebody else: you have looked at it.',
    access: 'user',
    params: IdParams,
    body: ReviewSignature,
    answer: Review,
    handle: ({ params, body }, { session, workspace, tell }) =>
      approvalServices.reviews.sign(
        session.user,
        workspace.id,
        { executionId: params.id, comment: body.comment },
        tell,
      ),
  });

const UsernameParams = z.object({ username: Username });

export const listCrews = ({ crews }: CrewServices) =>
  endpoint({
    summary: 'The crews that the user belongs to.',
    access: 'user',
    answer: CrewList,
    handle: async (_input, { session }) => ({ crews: await crews.list(session.user.id) }),
  });

export const createCrew = ({ crews }: CrewServices) =>
  endpoint({
    summary: `Create a crew, whose owner you are. Takes the plan ${PLANS.equipage.name}.`,
    access: 'user',
    body: NewCrew,
    status: 201,
    answer: Crew,
    handle: ({ body }, call) => crews.create(personOf(call), body),
  });

export const renameCrew = ({ crews }: CrewServices) =>
  endpoint({
    summary: 'Change the name of a crew. Its slug stays.',
    access: 'user',
    body: CrewChange,
    answer: Crew,
    handle: ({ body }, call) => crews.rename(personOf(call), call.workspace, body.name),
  });

export const deleteCrew = ({ crews }: CrewServices) =>
  endpoint({
    summary: 'Delete a crew with everything that belongs to it, and end what runs on its machines.',
    access: 'user',
    body: CrewDeletion,
    answer: null,
    handle: ({ body }, call) => crews.remove(personOf(call), call.workspace, body.confirm),
  });

export const listMembers = ({ crews }: CrewServices) =>
  endpoint({
    summary: 'The members of a crew, in the order in which they came.',
    access: 'user',
    answer: CrewMemberList,
    handle: async (_input, { workspace }) => ({ members: await crews.members(workspace) }),
  });

export const putMember = ({ crews }: CrewServices) =>
  endpoint({
    summary: 'Add somebody to a crew, or change their role; `until`: the role ends by itself then.',
    access: 'user',
    params: UsernameParams,
    body: MemberChange,
    answer: CrewMember,
    handle: ({ params, body }, call) => crews.putMember(personOf(call), call.workspace, params.username, body),
  });

export const removeMember = ({ crews }: CrewServices) =>
  endpoint({
    summary: 'Remove somebody from a crew. Anybody may leave.',
    access: 'user',
    params: UsernameParams,
    answer: null,
    handle: ({ params }, call) => crews.removeMember(personOf(call), call.workspace, params.username),
  });

export const createInvitation = ({ invitations, publicUrl }: CrewServices) =>
  endpoint({
    summary: 'An address by which one person joins a crew, within seven days. It is shown once.',
    access: 'user',
    body: NewInvitation,
    status: 201,
    answer: CreatedInvitation,
    handle: async ({ body }, call) => {
      const { id, code, expires_at } = await invitations.create(personOf(call), call.workspace, body);
      const site = publicUrl ?? `${call.request.protocol}://${call.request.host}`;
      return { id, url: `${site}/crews/join?code=${code}`, expires_at };
    },
  });

export const listInvitations = ({ invitations }: CrewServices) =>
  endpoint({
    summary: 'The unused invitations of a crew, without their codes.',
    access: 'user',
    answer: InvitationList,
    handle: async (_input, { workspace }) => ({ invitations: await invitations.list(workspace) }),
  });

export const deleteInvitation = ({ invitations }: CrewServices) =>
  endpoint({
    summary: 'Withdraw an invitation.',
    access: 'user',
    params: IdParams,
    answer: null,
    handle: ({ params }, call) => invitations.remove(personOf(call), call.workspace, params.id),
  });

export const addRequest = ({ accessRequests }: CrewServices) =>
  endpoint({
    summary: 'Ask for a higher role in a crew for some hours; keepers answer for `operator`, owners for `keeper`.',
    access: 'user',
    body: NewAccessRequest,
    status: 201,
    answer: AccessRequest,
    handle: ({ body }, call) => accessRequests.add(personOf(call), call.workspace, body),
  });

export const listRequests = ({ accessRequests }: CrewServices) =>
  endpoint({
    summary: 'Requests for a role for some hours, newest first: one’s own, and for keepers those of all members.',
    access: 'user',
    query: AccessRequestQuery,
    answer: AccessRequestList,
    handle: async ({ query }, call) => ({
      requests: await accessRequests.list(personOf(call), call.workspace, query.status),
    }),
  });

export const decideRequest = ({ accessRequests }: CrewServices) =>
  endpoint({
    summary:
      'Approve or deny a request of somebody else: for `operator` as a keeper, for `keeper` as an owner. Approved: they have the role from now on, for those hours.',
    access: 'user',
    params: IdParams,
    body: AccessDecision,
    answer: AccessRequest,
    handle: ({ params, body }, call) => accessRequests.decide(personOf(call), call.workspace, params.id, body.decision),
  });

export const listAccess = ({ reviewAccess }: CrewServices) =>
  endpoint({
    summary: 'The access review: the role of each member, what it comes from, and what they used in 90 days.',
    access: 'user',
    answer: CrewAccessList,
    handle: async (_input, { workspace }) => ({ access: await reviewAccess(workspace) }),
  });

export const joinCrew = ({ invitations }: CrewServices) =>
  endpoint({
    summary: 'Join a crew by an invitation: its code, or the whole address.',
    access: 'user',
    body: CrewJoin,
    answer: Crew,
    handle: ({ body }, call) => invitations.join(personOf(call), body.code),
  });
