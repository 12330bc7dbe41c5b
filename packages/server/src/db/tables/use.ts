/** Aliases, and what is learnt and counted from use. */

import type { Generated } from 'kysely';
import type { WorkspaceId } from '../../ids.ts';

export interface AliasesTable {
  workspace_id: WorkspaceId;
  /** The code in lower case, for comparisons. */
  code_key: string;
  code: string;
  command: string;
  /** What it carries besides: null where a call says it, or the machine. */
  machine: string | null;
  container: string | null;
  cwd: string | null;
  timeout_seconds: number | null;
  first_word: string | null;
  hit_count: number;
  last_used_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface AliasSuggestionsTable {
  id: string;
  workspace_id: WorkspaceId;
  code: string;
  command: string;
  count: number;
  chars_saved: number;
  status: string;
  created_at: number;
  updated_at: number;
}

export interface MiningMarksTable {
  workspace_id: WorkspaceId;
  seq: number;
}

/** How often a command, as it is logged, succeeded on a day. */
export interface MinedCommandsTable {
  workspace_id: WorkspaceId;
  day: number;
  command: string;
  count: number;
}

export interface DailyUsageTable {
  workspace_id: WorkspaceId;
  day: number;
  commands: number;
  /** Of those: ended otherwise than with 0. */
  failures: number;
  rtk_applied: number;
  saved_tokens: number;
  alias_hits: number;
  alias_saved_chars: number;
  mended: number;
  /** In a crew: the name of who gave the command. Empty: the workspace is their own. */
  member: Generated<string>;
}

export interface DailyAliasUsageTable {
  workspace_id: WorkspaceId;
  day: number;
  code: string;
  hits: number;
}

/** How far into a user's log `usage_breakdown` reaches. */
export interface UsageMarksTable {
  workspace_id: WorkspaceId;
  seq: number;
}

/** How far into a user's log `usage_clients` reaches. */
export type UsageClientMarksTable = UsageMarksTable;

/** Counted with the breakdown. */
export interface UsageClientsTable {
  workspace_id: WorkspaceId;
  day: number;
  /** The hint of a token, or where the command came from. */
  name: string;
  runs: number;
  saved: number;
  /** Bytes of stdout, before and after compaction. */
  printed: number;
  returned: number;
}

export interface UsageBreakdownTable {
  workspace_id: WorkspaceId;
  kind: string;
  day: number;
  name: string;
  runs: number;
  /** Tokens for filters and commands, characters for aliases. */
  saved: number;
}
