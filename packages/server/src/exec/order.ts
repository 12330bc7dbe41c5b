/** One command as it was asked for: by whom, from where, over which interface. */
import type { Role } from '@synapse/contract';
import type { WrittenOrder } from '../approvals/kept-order.ts';
import type { WorkspaceId } from '../ids.ts';
import type { ExecutionTiming } from '../telemetry/execution-timing.ts';

export interface ClientAnswer {
  readonly approvalId: string;
  /** `cancel`: neither. `wait`: the user was sent to the approval's page, and decides there. */
  readonly action: 'accept' | 'decline' | 'cancel' | 'wait';
}

export interface Order extends WrittenOrder {
  /** The workspace of its machine: the caller's own, or a crew's; then `actor` is the caller. */
  readonly workspaceId: WorkspaceId;
  /** The caller's role on the instance. */
  readonly role: Role;
  /** Whether the caller's plan allows machines of their own. Default: true. */
  readonly pilot?: boolean;
  /** The only machines that there are for the caller; none given: all of the user's. */
  readonly machines?: readonly string[] | null | undefined;
  /** The client's session, where it names one: answers that were given in it need no repetition. */
  readonly session?: string | null;
  /** Its answer is written as text, otherwise as JSON. */
  readonly asText?: boolean;
  /** Aborted when the caller cancels, or goes away while waiting for the answer. */
  readonly signal: AbortSignal;
  /** The client can ask its user: it gets a pending approval at once, where the policy allows that. */
  readonly asksUser?: boolean;
  /** The user's answer, through the client, to the approval of an earlier call. */
  readonly answered?: ClientAnswer | null;
  /** One of an order for many machines: the higher limit of concurrent commands applies. */
  readonly wide?: boolean;
  /** The machines of that order, this one included. */
  readonly together?: readonly string[];
  /** How long to wait for an approval. Default: the maximum. */
  readonly patienceSeconds?: number;
  /** Called when its audit entry is committed, as running or pending. */
  readonly onOpened?: (executionId: string, status: 'running' | 'pending') => void;
  /** Its stages, for metrics and traces. */
  readonly timing?: ExecutionTiming;
  /** Called now and then with the command's progress. */
  readonly onProgress?: (message: string) => void;
}

/** Whose limits count. */
export const actorIdOf = ({ actor, workspaceId }: Pick<Order, 'actor' | 'workspaceId'>): string =>
  actor?.id ?? workspaceId;

/** The machine's name as the caller uses it. */
export const addressOf = ({ actor }: Pick<Order, 'actor'>, slug: string): string =>
  actor === undefined ? slug : `${actor.crew}/${slug}`;
