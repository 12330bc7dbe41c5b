/** Policies, and what they said before. */

export interface PoliciesTable {
  /** The id of its user, or `instance`. */
  id: string;
  /** Null for the instance's. */
  user_id: string | null;
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
