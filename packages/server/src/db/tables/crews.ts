/** Workspaces, crews and their members. */
import type { WorkspaceId } from '../../ids.ts';

/** An owner: the id of a user or of a crew. Maintained by triggers. */
export interface WorkspacesTable {
  id: WorkspaceId;
}

export interface CrewsTable {
  id: WorkspaceId;
  slug: string;
  name: string;
  created_at: number;
}

export interface CrewMembersTable {
  crew_id: WorkspaceId;
  user_id: string;
  role: string;
  /** The membership ends by itself at this moment, by the database's clock. Null: it does not. */
  until: number | null;
  /** `member`: added by an owner or an invitation; `oidc`: by the groups of a single sign-on. */
  source: string;
  since: number;
  /** A higher role that was asked for, which counts until that moment, by the database's clock. */
  lent_role: string | null;
  lent_until: number | null;
}

/** A request for a higher role for some hours. */
export interface CrewRequestsTable {
  id: string;
  crew_id: WorkspaceId;
  user_id: string;
  username: string;
  role: string;
  hours: number;
  reason: string;
  status: string;
  created_at: number;
  /** A pending one is expired from then on. */
  expires_at: number;
  /** A username. */
  decided_by: string | null;
  decided_at: number | null;
  /** When the role ends. */
  until: number | null;
}

/** An invitation that is not used yet. */
export interface CrewInvitationsTable {
  id: string;
  crew_id: WorkspaceId;
  code_hash: Buffer;
  role: string;
  /** Of the membership. */
  until: number | null;
  created_at: number;
  /** A username. */
  created_by: string;
  expires_at: number;
}

/** A break-glass: open until a keeper has signed it. It outlives the account of its user. */
export interface CrewReviewsTable {
  execution_id: string;
  crew_id: WorkspaceId;
  actor_id: string;
  /** A username. */
  actor: string;
  /** Its slug. */
  machine: string;
  /** Redacted, as in the audit log. */
  command_template: string;
  comment: string;
  created_at: number;
  /** A username. */
  signed_by: string | null;
  signed_comment: string | null;
  signed_at: number | null;
}
