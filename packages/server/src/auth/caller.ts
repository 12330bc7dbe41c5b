/** Who is calling through MCP, and with what. */
import type { CrewReach, Language, PlanId, Role, Scope } from '@synapse/contract';
import type { WorkspaceId } from '../ids.ts';

export interface Caller {
  readonly userId: string;
  /** The workspace that a call is about: the personal one of the user, or that of a crew. */
  readonly workspaceId: WorkspaceId;
  readonly username: string;
  readonly role: Role;
  readonly plan: PlanId;
  /** The language that the account is set to. */
  readonly language: Language | null;
  /** What the crews of its user let the token do; null: they are in none. */
  readonly reach?: CrewReach;
  /** The scopes of the token that its owner's current plan, or their crews, still allow. */
  readonly scopes: readonly Scope[];
  /** Of the AI token, or of the connection by OAuth. */
  readonly tokenId: string;
  readonly tokenHint: string;
  readonly tokenLabel: string | null;
  /** By OAuth, and not with an AI token. */
  readonly connected?: boolean;
  /** The only machines that there are for this caller; none given: all of its user's. */
  readonly machines?: readonly string[] | null;
}

/** The label of a connection in rules and approvals: the verified host of its client, not the name that it gives itself. */
export function connectionLabel(clientHost: string): string {
  return `oauth:${clientHost}`;
}
