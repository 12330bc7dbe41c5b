/** One command as it was asked for: by whom, from where, over which interface. */
import type { ExecRequest, Role, Source } from '@synapse/contract';
import type { KeptOrder } from '../approvals/kept-order.ts';
import type { FileOrder } from '../files/index.ts';
import type { Journey } from '../telemetry/journey.ts';

export interface ClientAnswer {
  readonly approvalId: string;
  /** `cancel`: neither. */
  readonly action: 'accept' | 'decline' | 'cancel';
}

export interface Order {
  readonly userId: string;
  readonly role: Role;
  /** The only machines that there are for the caller; none given: all of the user's. */
  readonly machines?: readonly string[] | null | undefined;
  readonly source: Source;
  /** The AI token or connection that was used. Null for a session. */
  readonly tokenId: string | null;
  readonly tokenHint: string | null;
  readonly tokenLabel: string | null;
  /** What the client calls itself, where it says. */
  readonly client: string | null;
  /** The client's sitting, where it names one: what it was told in it, it still has. */
  readonly session?: string | null;
  readonly ip: string | null;
  /** The request's id, which the log uses for the call. */
  readonly requestId: string;
  readonly request: ExecRequest;
  /** A file is read or written instead of running the command, which only names that. */
  readonly file?: FileOrder;
  /** It may only look: it runs in a sandbox, without secrets. */
  readonly look?: boolean;
  /** Aborted when the caller cancels, or goes away while waiting for the answer. */
  readonly signal: AbortSignal;
  /** The client can put a question to its user: it is told of one at once, where the policy lets it. */
  readonly asksUser?: boolean;
  /** What the user of the client said to the question of an earlier call. */
  readonly answered?: ClientAnswer | null;
  /** It is one of many that were ordered together, more of them at once than a user otherwise runs. */
  readonly wide?: boolean;
  /** How long a person is waited for who is asked about it; the longest there is unless said. */
  readonly patienceSeconds?: number;
  /** Called when it is in the log, as running or as waiting for a person. */
  readonly onOpened?: (executionId: string, status: 'running' | 'pending') => void;
  /** How far it is, for whoever operates the service. */
  readonly journey?: Journey;
  /** Called now and then with the command's progress. */
  readonly onProgress?: (message: string) => void;
}

/** What is kept of an order until a person has decided on it. */
export function keptOrder(order: Order): KeptOrder {
  const { request, file, source, tokenId, tokenHint, tokenLabel, client, ip, requestId, look = false } = order;
  const kept = { request, source, tokenId, tokenHint, tokenLabel, client, ip, requestId, look };
  return file === undefined ? kept : { ...kept, file };
}
