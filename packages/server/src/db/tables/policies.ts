/** Policies, and what they said before. */
import type { WorkspaceId } from '../../ids.ts';

export interface PoliciesTable {
  /** The id of its user, or `instance`. */
  id: string;
  /** Null for the instance's. */
  workspace_id: WorkspaceId | null;
  version: number;
  /** As it was typed, comments and all. */
  text: string;
  updated_at: number;
  /** The name of who wrote it. */
  updated_by: string;
}

export interface PolicyVersionsTable {
  policy_id: string;
  version: number;
  text: string;
  created_at: number;
  created_by: string;
}
