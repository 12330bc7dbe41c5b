/** Who is calling through MCP, and with what. */
import type { Language, PlanId, Role, Scope } from '@synapse/contract';

export interface Caller {
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  readonly plan: PlanId;
  /** The language that the account is set to. */
  readonly language: Language | null;
  /** The scopes of the token that its owner's current plan still allows. */
  readonly scopes: readonly Scope[];
  readonly tokenId: string;
  readonly tokenHint: string;
  readonly tokenLabel: string | null;
}
