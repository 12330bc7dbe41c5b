/** One command as it was asked for: by whom, from where, over which interface. */
import type { Role } from '@synapse/contract';
import type { WrittenOrder } from '../approvals/kept-order.ts';
import type { ExecutionTiming } from '../telemetry/execution-timing.ts';

export interface ClientAnswer {
  readonly approvalId: string;
  /** `cancel`: neither. `wait`: the question was shown as the address of its page, so the client has no say in it. */
  readonly action: 'accept' | 'decline' | 'cancel' | 'wait';
}

export interface Order extends WrittenOrder {
  /** The workspace of its machine: that of whoever gives it, or of a crew, and then `actor` says who gives it. */
  readonly userId: string;
  /** On the instance, of whoever gives it. */
  readonly role: Role;
  /** Whether the plan of whoever gives it lets them use machines of their own; it does unless said. */
  readonly pilot?: boolean;
  /** The only machines that there are for the caller; none given: all of the user's. */
  readonly machines?: readonly string[] | null | undefined;
  /** The client's sitting, where it names one: what it was told in it, it still has. */
  readonly session?: string | null;
  /** Its answer is written as text, otherwise as JSON. */
  readonly asText?: boolean;
  /** Aborted when the caller cancels, or goes away while waiting for the answer. */
  readonly signal: AbortSignal;
  /** The client can put a question to its user: it is told of one at once, where the policy lets it. */
  readonly asksUser?: boolean;
  /** What the user of the client said to the question of an earlier call. */
  readonly answered?: ClientAnswer | null;
  /** It is one of many that were ordered together, more of them at once than a user otherwise runs. */
  readonly wide?: boolean;
  /** The machines that the same command was ordered on, this one among them. */
  readonly together?: readonly string[];
  /** How long a person is waited for who is asked about it; the longest there is unless said. */
  readonly patienceSeconds?: number;
  /** Called when it is in the log, as running or as waiting for a person. */
  readonly onOpened?: (executionId: string, status: 'running' | 'pending') => void;
  /** How far it is, for whoever operates the service. */
  readonly timing?: ExecutionTiming;
  /** Called now and then with the command's progress. */
  readonly onProgress?: (message: string) => void;
}

/** Whose limits count. */
export const actorIdOf = ({ actor, userId }: Pick<Order, 'actor' | 'userId'>): string => actor?.id ?? userId;

/** As machines are named to whoever gave the order. */
export const addressOf = ({ actor }: Pick<Order, 'actor'>, slug: string): string =>
  actor === undefined ? slug : `${actor.crew}/${slug}`;
