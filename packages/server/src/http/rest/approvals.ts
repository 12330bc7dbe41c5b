/** Approvals, grants and notifications over REST. Only a person's session decides; reading decides nothing. */
import {
  Approval,
  ApprovalDecision,
  ApprovalList,
  ApprovalQuery,
  CHANNEL_KINDS,
  ChannelChange,
  ChannelList,
  ChannelTestList,
  Grant,
  GrantList,
  inLanguage,
  type Language,
  NewGrant,
  NotificationSettings,
  Refusal,
  type SignInMethod,
} from '@synapse/contract';
import * as z from 'zod';
import type { ApprovalRow } from '../../approvals/approvals.ts';
import type { ApprovalServices } from '../../approvals/create-approval-services.ts';
import type { Granter } from '../../approvals/grants.ts';
import type { DecideApproval } from '../../exec/decide/decide-approval.ts';
import type { Machines } from '../../machines/machines.ts';
import type { ShownChannel } from '../../notifications/notifications.ts';
import { sampleNotice } from '../../notifications/sample-notice.ts';
import { type Call, endpoint } from '../endpoint.ts';
import { type RedactorOf, redactAnswer } from '../redact-answer.ts';
import { sourceOf } from '../source-of.ts';
import { IdParams } from './params.ts';
import { placeNamed } from './person-order.ts';

export interface ApprovalRouteServices {
  readonly approvalServices: ApprovalServices;
  readonly redactorOf: RedactorOf;
  readonly decideApproval: DecideApproval;
  readonly machines: Pick<Machines, 'find'>;
  /** The id of a token or connection that a person names. Throws not_found. */
  readonly tokenNamed: (userId: string, named: string) => Promise<string>;
}

/** As they are shown, with the approvers where more than one is needed. What a crew hides is hidden at any address. */
async function viewAll(
  { approvalServices: { approvals }, redactorOf }: Pick<ApprovalRouteServices, 'approvalServices' | 'redactorOf'>,
  rows: readonly ApprovalRow[],
  language: Language,
  how?: { readonly listed: boolean },
): Promise<Approval[]> {
  const approvedBy = await approvals.approvedBy(rows);
  return Promise.all(
    rows.map(async (row) => {
      const whole = approvals.view(row, language, how);
      const shown = row.crew === null ? whole : await redactAnswer(Approval, whole, row.workspace_id, redactorOf);
      return row.needed > 1 ? { ...shown, approved_by: approvedBy.get(row.id) ?? [] } : shown;
    }),
  );
}

export const listApprovals = (services: ApprovalRouteServices) =>
  endpoint({
    summary: 'What the user is asked, or was: newest first.',
    access: 'user',
    query: ApprovalQuery,
    answer: ApprovalList,
    handle: async ({ query }, { session, workspace, language }) => {
      const { approvals } = services.approvalServices;
      const rows =
        workspace.crew === null
          ? await approvals.listFor(session.user.id, query.status, query.limit)
          : await approvals.list(workspace.id, query.status, query.limit);
      return { approvals: await viewAll(services, rows, language, { listed: true }) };
    },
  });

export const getApproval = (services: ApprovalRouteServices) =>
  endpoint({
    summary: 'One approval.',
    access: 'user',
    params: IdParams,
    answer: Approval,
    handle: async ({ params }, { session, workspace, language }) => {
      const { approvals } = services.approvalServices;
      const row =
        workspace.crew === null
          ? await approvals.findFor(session.user.id, params.id)
          : await approvals.find(workspace.id, params.id);
      return (await viewAll(services, [row], language))[0]!;
    },
  });

/** Ways to sign in that authenticate the user to us. A provider of single sign-on may have had a session already. */
const PROOFS: readonly SignInMethod[] = ['password', 'passkey', 'code'];

export const decideApproval = (services: ApprovalRouteServices) =>
  endpoint({
    summary: 'Approve or deny what is asked; of two answers the first counts. An approved command runs at once.',
    access: 'user',
    params: IdParams,
    body: ApprovalDecision,
    answer: Approval,
    handle: async ({ params, body }, { session, language }) => {
      const provedAt = PROOFS.includes(session.method) ? session.openedAt : null;
      const row = await services.decideApproval({ ...session.user, provedAt }, params.id, body);
      return (await viewAll(services, [row], language))[0]!;
    },
  });

export const listGrants = ({ approvalServices }: ApprovalRouteServices) =>
  endpoint({
    summary: 'What need not be asked about again.',
    access: 'user',
    answer: GrantList,
    handle: async (_input, { workspace }) => ({ grants: await approvalServices.grants.list(workspace.id) }),
  });

const granterOf = ({ session: { user }, workspace, tell, ip, request }: Call<'user'>): Granter => ({
  id: user.id,
  username: user.username,
  source: sourceOf(request),
  ip,
  workspace,
  tell,
});

export const addGrant = ({ approvalServices, machines, tokenNamed }: ApprovalRouteServices) =>
  endpoint({
    summary: 'Let whatever would be asked about on a machine pass for an hour, before there is an approval.',
    access: 'user',
    body: NewGrant,
    status: 201,
    answer: Grant,
    handle: async ({ body: { machine, token } }, call) => {
      const { user } = call.session;
      const { slug: named, ...where } = await placeNamed(call, machine, 'run');
      const { id, slug } = await machines.find({ workspaceId: where.workspace.id, role: user.role }, named);
      const granted = token === undefined ? null : { id: await tokenNamed(user.id, token), hint: token };
      return approvalServices.grants.addHour(granterOf({ ...call, ...where }), { id, slug }, granted);
    },
  });

export const removeGrant = ({ approvalServices }: ApprovalRouteServices) =>
  endpoint({
    summary: 'Take a grant back.',
    access: 'user',
    params: IdParams,
    answer: null,
    handle: ({ params }, call) => approvalServices.grants.remove(granterOf(call), params.id),
  });

const ChannelParams = z.object({ kind: z.enum(CHANNEL_KINDS) });

const shown = (channels: readonly ShownChannel[], language: Language) => ({
  channels: channels.map(({ problem, ...rest }) => ({
    ...rest,
    problem: problem === null ? null : inLanguage(problem, language),
  })),
});

export const listChannels = ({ approvalServices }: ApprovalRouteServices) =>
  endpoint({
    summary: 'The channels of the user for notifications, and whether they work.',
    access: 'user',
    answer: ChannelList,
    handle: async (_input, { workspace, language }) =>
      shown(await approvalServices.notifications.list(workspace.id), language),
  });

export const putChannels = ({ approvalServices }: ApprovalRouteServices) =>
  endpoint({
    summary: 'Set the channels for notifications; what is not given stays as it is.',
    access: 'user',
    body: NotificationSettings,
    answer: ChannelList,
    handle: async ({ body }, { workspace, language }) =>
      shown(await approvalServices.notifications.put(workspace.id, body), language),
  });

export const changeChannel = ({ approvalServices }: ApprovalRouteServices) =>
  endpoint({
    summary: 'Choose what the user hears of there, without naming its address again.',
    access: 'user',
    params: ChannelParams,
    body: ChannelChange,
    answer: ChannelList,
    handle: async ({ params, body }, { workspace, language }) =>
      shown(await approvalServices.notifications.change(workspace.id, params.kind, body), language),
  });

export const removeChannel = ({ approvalServices }: ApprovalRouteServices) =>
  endpoint({
    summary: 'Remove a channel for notifications.',
    access: 'user',
    params: ChannelParams,
    answer: null,
    handle: ({ params }, { workspace }) => approvalServices.notifications.remove(workspace.id, params.kind),
  });

export const testChannels = ({ approvalServices }: ApprovalRouteServices) => {
  /** One at a time of each workspace: this cannot be used to send requests to many addresses. */
  const testing = new Set<string>();
  return endpoint({
    summary: 'Send a sample to every channel, and say whether it arrived.',
    access: 'user',
    answer: ChannelTestList,
    handle: async (_input, { session: { user }, workspace: { id }, language }) => {
      const { username } = user;
      if (testing.has(id)) throw new Refusal('capacity_exceeded', { retry_after: 10 });
      testing.add(id);
      try {
        const tests = await approvalServices.delivery.test(
          id,
          sampleNotice(username, approvalServices.urlOf('sample')),
          language,
        );
        return {
          tests: tests.map(({ kind, problem }) => ({
            kind,
            delivered: problem === null,
            problem: problem === null ? null : inLanguage(problem, language),
          })),
        };
      } finally {
        testing.delete(id);
      }
    },
  });
};
