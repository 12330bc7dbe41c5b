/** What a person is asked about, what they have let pass, and how they hear of it. */

import type { Generated } from 'kysely';
import type { WorkspaceId } from '../../ids.ts';

export interface ApprovalsTable {
  id: string;
  workspace_id: WorkspaceId;
  execution_id: string;
  status: string;
  created_at: number;
  expires_at: number;
  /** Its slug. */
  machine: string;
  machine_id: string;
  container: string | null;
  cwd: string | null;
  /** Redacted, as in the audit log. */
  command_template: string;
  /** JSON array of names. */
  secrets: string;
  /** JSON array. */
  effects: string;
  rule: string | null;
  /** JSON: the words in each language. */
  reason: string;
  token_id: string | null;
  token_hint: string | null;
  token_label: string | null;
  client: string | null;
  /** 1: the policy lets the client ask its user, too. */
  ask_client: number;
  /** When its place among the thirty of that minute was taken. */
  placed_at: number;
  /** The order as it was typed, and what the decision is based on; removed with the decision. */
  sealed: Buffer | null;
  /** Sealed JSON, redacted: what the person is shown besides the command. */
  shown: Buffer | null;
  /** A username. */
  decided_by: string | null;
  decided_at: number | null;
  comment: string | null;
  /** In a crew: who gave the order, by id and by name, and the slug of the crew. Null: it is one's own. */
  actor_id: string | null;
  actor: string | null;
  crew: string | null;
  /** `self`, `other` or `keeper`: who decides. */
  decider: Generated<string>;
  /** How many different people have to approve. */
  needed: Generated<number>;
  /** 1: the user who gave the order decided it alone. */
  break_glass: Generated<number>;
}

/** Lifts what would be asked, on one machine, for one token. */
export interface ApprovalGrantsTable {
  id: string;
  workspace_id: WorkspaceId;
  machine_id: string;
  machine: string;
  /** Null: the person's own session. */
  token_id: string | null;
  token_hint: string | null;
  container: string | null;
  cwd: string | null;
  /** Null: any text, for a while. */
  template_hash: Buffer | null;
  /** Of what was approved: see `approvals/kept-order.ts`. */
  fingerprint: string;
  /** Redacted, for people. */
  command_template: string | null;
  approval_id: string;
  created_at: number;
  created_by: string;
  expires_at: number | null;
  /** In a crew: whose orders it lets pass. */
  actor_id: string | null;
  /** Who decided it, and how many: an order that needs more is not covered. */
  decider: string;
  needed: number;
}

export interface NotificationChannelsTable {
  workspace_id: WorkspaceId;
  kind: string;
  host: string;
  /** Its address and key: JSON. */
  sealed: Buffer;
  created_at: number;
  delivered_at: number | null;
  problem: string | null;
  /** 1: it also gets notified of the end of jobs. */
  ends: number;
}

/** A notification to send. An instance claims it by moving `next_at` ahead. */
export interface NotificationsTable {
  id: string;
  workspace_id: WorkspaceId;
  /** The approval that it is about. Null, without a request: the end of a job. */
  approval_id: string | null;
  /** The request for a role in a crew that it is about. */
  request_id: string | null;
  execution_id: string | null;
  kind: string;
  attempts: number;
  next_at: number;
  give_up_at: number;
}

/** One of several approvals that are needed. */
export interface ApprovalVotesTable {
  approval_id: string;
  user_id: string;
  username: string;
  created_at: number;
}
