/** Who is calling through MCP, and with what. */
import type { Language, PlanId, Role, Scope } from '@synapse/contract';

export interface Caller {
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  readonly plan: PlanId;
  /** What the account is set to. */
  readonly language: Language | null;
  /** What the token still holds under its owner's plan of today. */
  readonly scopes: readonly Scope[];
  readonly tokenId: string;
  readonly tokenHint: string;
  readonly tokenLabel: string | null;
}
