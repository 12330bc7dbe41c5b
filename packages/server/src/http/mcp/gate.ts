/** The port through which every MCP request passes: address rate, credential, daily quota, in that order. */
import type { Refusal } from '@synapse/contract';
import type { Caller } from './tool.ts';

/** What a message costs: every one counts for its address, a `call` counts for the user's day as well. */
export type MessageCost = 'call' | 'other';

export interface GateRequest {
  readonly ip: string;
  /** The `X-AI-Token` header as sent; twice in a request it arrives joined by a comma and is no token. */
  readonly token: string | undefined;
  /** One entry per message of the request, in order; never empty. */
  readonly messages: readonly MessageCost[];
}

export interface Admission {
  readonly caller: Caller;
  /** One entry per message, in order: why it may not run (`ip_rate_limited`, `quota_exceeded`), or null. */
  readonly refusals: readonly (Refusal | null)[];
}

export interface Gate {
  /** Throws a `Refusal` where the whole request is refused. */
  admit(request: GateRequest): Admission | Promise<Admission>;
  /** Gives one call back to the user's day: a call that ended in 429 does not count. */
  giveBack(caller: Caller): void | Promise<void>;
}
