/** Who decides about a command in a crew, and who is notified of an approval. */
import { type ApprovalStatus, type Decider, Refusal } from '@synapse/contract';
import type { Logger } from 'pino';
import { type Access, can, roleRequired, type Workspace } from '../access/access.ts';
import type { Queries } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import type { ApprovalRow } from './approval-store.ts';

/** Why a member of the crew does not decide about it; null where they do. */
export function whyNotDecide(
  userId: string,
  crew: Pick<Workspace, 'role'>,
  { actor_id, decider }: Pick<ApprovalRow, 'actor_id' | 'decider'>,
): Refusal | null {
  const isOwn = actor_id === userId;
  if (isOwn && decider !== 'self') return new Refusal('approval_not_yours');
  const action = isOwn || decider === 'other' ? 'run' : 'answer-for-others';
  return can(crew, action) ? null : roleRequired(action);
}

/** Everybody who may decide it now; none in a person's own workspace, where that is their own. */
export async function decidersOf(access: Pick<Access, 'membersOf'>, row: ApprovalRow, at?: Queries): Promise<string[]> {
  if (row.crew === null) return [];
  const members = await access.membersOf(row.workspace_id, at);
  return members.filter((member) => whyNotDecide(member.userId, member, row) === null).map(({ userId }) => userId);
}

/** From the actor alone to a keeper: each decides for the earlier ones too. */
const STRICTNESS: readonly Decider[] = ['self', 'other', 'keeper'];

/** Under which terms something was decided, or has to be. */
export interface Terms {
  readonly decider: Decider;
  /** How many people. */
  readonly needed: number;
}

/** Whether a decision under the terms `given` also settles an approval under the terms `wanted`. */
export const settles = (given: Terms, wanted: Terms): boolean =>
  STRICTNESS.indexOf(given.decider) >= STRICTNESS.indexOf(wanted.decider) && given.needed >= wanted.needed;

export interface PublishServices {
  readonly events: Pick<Events, 'publish'>;
  readonly access: Pick<Access, 'membersOf'>;
  readonly log: Logger;
}

/** The crew and the caller are notified, each with the machine's name for them. */
export function recipientsOf({ workspace_id, actor_id, crew, machine }: ApprovalRow): readonly Recipient[] {
  const owner = { id: workspace_id, machine };
  return actor_id === null || crew === null ? [owner] : [owner, { id: actor_id, machine: `${crew}/${machine}` }];
}

interface Recipient {
  /** Of a user, or of a crew. */
  readonly id: string;
  readonly machine: string;
}

/** Publishes the new status to the open pages of all recipients, and of everybody who may decide it. */
export function publishStatus(
  { events, access, log }: PublishServices,
  row: ApprovalRow,
  status: ApprovalStatus,
): void {
  const { id, execution_id } = row;
  const publish = ({ id: recipientId, machine }: Recipient): void =>
    events.publish(recipientId, { type: 'approval', id, execution_id, status, machine });
  const recipients = recipientsOf(row);
  for (const recipient of recipients) publish(recipient);
  if (row.crew === null) return;
  const publishToDeciders = async (): Promise<void> => {
    for (const userId of await decidersOf(access, row))
      if (!recipients.some((recipient) => recipient.id === userId))
        publish({ id: userId, machine: `${row.crew}/${row.machine}` });
  };
  publishToDeciders().catch((error: unknown) => log.warn({ err: error }, 'failed to publish approval status'));
}
