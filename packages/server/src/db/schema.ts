/**
 * Every table, as both databases see it. Columns behave alike on both: ids are text, times are epoch milliseconds,
 * booleans are 0 or 1, JSON is text, hashes are bytes. Only what people name by number (projects and what is in them)
 * has integers for ids.
 */
import type { Generated } from 'kysely';

export type Flag = 0 | 1;

export interface UsersTable {
  id: string;
  username: string;
  /** The name folded for comparison: two users cannot differ in case alone. */
  username_key: string;
  password_hash: string;
  plan: string;
  role: string;
  disabled: Flag;
  /** Raised to end every session of the user at once. */
  session_epoch: number;
  created_at: number;
  updated_at: number;
}

export interface EndedSessionsTable {
  jti: string;
  expires_at: number;
}

export interface AiTokensTable {
  id: string;
  user_id: string;
  hash: Buffer;
  hint: string;
  /** Space-separated, in fixed order. */
  scopes: string;
  label: string | null;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

export interface DailyCallsTable {
  user_id: string;
  /** Days since 1970, UTC. */
  day: number;
  used: number;
}

/** One row per counted event of a sliding window. */
export interface WindowHitsTable {
  bucket: string;
  at: number;
  id: string;
}

export interface TrustedAddressesTable {
  address: string;
  until: number;
}

export interface InstanceFactsTable {
  name: string;
  value: string;
}

export interface MachinesTable {
  id: string;
  user_id: string;
  slug: string;
  label: string;
  kind: string;
  /** JSON array of names. */
  containers: string;
  default_container: string | null;
  default_cwd: string | null;
  /** JSON object, by kind; holds names of secrets, never values. */
  connection: string | null;
  /** JSON object: `host:port` → the key that was seen there first. */
  host_keys: Generated<string>;
  statut: string;
  last_seen_at: number | null;
  last_failed_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface AgentsTable {
  machine_id: string;
  code_hash: Buffer;
  code_expires_at: number;
  /** When a key came in by it. */
  code_used_at: number | null;
  /** Of the agent that came in: SPKI, DER. */
  public_key: Buffer | null;
  enrolled_ip: string | null;
  version: string | null;
  platform: string | null;
  hostname: string | null;
  /** The last time somebody was turned away in this machine's name. */
  refused_at: number | null;
  refused_reason: string | null;
  refused_ip: string | null;
}

export interface SecretsTable {
  user_id: string;
  name: string;
  version: number;
  key_id: string;
  wrapped_key: Buffer;
  sealed: Buffer;
  created_at: number;
  updated_at: number;
  last_used_at: number | null;
}

export interface VaultVersionsTable {
  user_id: string;
  version: number;
}

export interface AuditHeadsTable {
  user_id: string;
  seq: number;
  hash: Buffer;
  /** Of the last entry: time never runs backwards within a chain. */
  created_at: number;
}

/** Sealed by `hash` from the start; the columns after it are filled once, when the command has ended, under `seal`. */
export interface AuditEntriesTable {
  user_id: string;
  seq: number;
  id: string;
  execution_id: string;
  created_at: number;
  source: string;
  machine: string;
  container: string | null;
  cwd: string | null;
  command_template: string;
  alias: string | null;
  /** How many characters the caller wrote for it. */
  typed_chars: number;
  token_hint: string | null;
  ip: string | null;
  prev_hash: Buffer;
  hash: Buffer;
  instance_id: string;
  status: string;
  exit_code: number | null;
  refusal: string | null;
  duration_ms: number | null;
  stdout_bytes: number | null;
  returned_bytes: number | null;
  filter: string | null;
  saved_tokens: number | null;
  seal: Buffer | null;
}

export interface InstancesTable {
  id: string;
  seen_at: number;
}

/** The redacted output of a command, in sealed parts, for a while. */
export interface KeptOutputsTable {
  execution_id: string;
  stream: string;
  part: number;
  user_id: string;
  chars: number;
  sealed: Buffer;
  expires_at: number;
}

export interface AliasesTable {
  user_id: string;
  /** The code in lower case: what matching goes by. */
  code_key: string;
  code: string;
  command: string;
  first_word: string | null;
  hit_count: number;
  last_used_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface AliasSuggestionsTable {
  id: string;
  user_id: string;
  code: string;
  command: string;
  count: number;
  chars_saved: number;
  status: string;
  created_at: number;
  updated_at: number;
}

export interface MiningMarksTable {
  user_id: string;
  seq: number;
}

/** How often a command, as it is logged, succeeded on a day. */
export interface MinedCommandsTable {
  user_id: string;
  day: number;
  command: string;
  count: number;
}

export interface DailyUsageTable {
  user_id: string;
  day: number;
  commands: number;
  rtk_applied: number;
  saved_tokens: number;
  alias_hits: number;
  alias_saved_chars: number;
}

export interface DailyAliasUsageTable {
  user_id: string;
  day: number;
  code: string;
  hits: number;
}

/** How far into a user's log `usage_breakdown` reaches. */
export interface UsageMarksTable {
  user_id: string;
  seq: number;
}

export interface UsageBreakdownTable {
  user_id: string;
  kind: string;
  day: number;
  name: string;
  runs: number;
  /** Tokens for filters and commands, characters for aliases. */
  saved: number;
}

export interface ProjectsTable {
  id: Generated<number>;
  user_id: string;
  name: string;
  description: string;
  version: number;
  created_at: number;
  updated_at: number;
}

/** Facets, roadmap items, notes, ideas, packs and services. */
export interface ProjectItemsTable {
  id: Generated<number>;
  user_id: string;
  project_id: number;
  kind: string;
  title: string;
  content: string;
  status: string | null;
  position: number;
  /** JSON object of what only this kind has. */
  fields: string;
  version: number;
  created_at: number;
  updated_at: number;
}

export interface JournalEntriesTable {
  id: Generated<number>;
  user_id: string;
  project_id: number;
  content: string;
  source: string;
  /** JSON array of names. */
  tags: string;
  /** The commit that the content shows, of all that the entry has had. */
  commit_ref: string | null;
  created_at: number;
}

export interface JournalCommitsTable {
  project_id: number;
  /** Empty where the commit came without a repository's name. */
  repo: string;
  commit_ref: string;
  entry_id: number;
}

export interface PanelsTable {
  id: Generated<number>;
  user_id: string;
  title: string;
  markdown: string | null;
  view: string | null;
  project_id: number | null;
  created_at: number;
}

export interface UserSettingsTable {
  user_id: string;
  /** JSON object of what differs from the defaults. */
  settings: string;
}

/** What can be found: its words are in `search_words` on SQLite, in a column of their own on PostgreSQL. */
export interface SearchDocsTable {
  id: Generated<number>;
  user_id: string;
  project_id: number;
  type: string;
  ref_id: number;
  updated_at: number;
}

/** A user's own compaction filter; the definition is JSON as it crossed the wire. */
export interface OwnFiltersTable {
  user_id: string;
  name: string;
  definition: string;
  /** Grows with every change: what was compiled from an older one is not used again. */
  revision: number;
  created_at: number;
  updated_at: number;
}

export interface Schema {
  users: UsersTable;
  ended_sessions: EndedSessionsTable;
  ai_tokens: AiTokensTable;
  daily_calls: DailyCallsTable;
  window_hits: WindowHitsTable;
  trusted_addresses: TrustedAddressesTable;
  instance_facts: InstanceFactsTable;
  machines: MachinesTable;
  agents: AgentsTable;
  secrets: SecretsTable;
  vault_versions: VaultVersionsTable;
  audit_heads: AuditHeadsTable;
  audit_entries: AuditEntriesTable;
  instances: InstancesTable;
  kept_outputs: KeptOutputsTable;
  aliases: AliasesTable;
  alias_suggestions: AliasSuggestionsTable;
  mining_marks: MiningMarksTable;
  mined_commands: MinedCommandsTable;
  daily_usage: DailyUsageTable;
  daily_alias_usage: DailyAliasUsageTable;
  usage_marks: UsageMarksTable;
  usage_breakdown: UsageBreakdownTable;
  projects: ProjectsTable;
  project_items: ProjectItemsTable;
  journal_entries: JournalEntriesTable;
  journal_commits: JournalCommitsTable;
  panels: PanelsTable;
  user_settings: UserSettingsTable;
  search_docs: SearchDocsTable;
  own_filters: OwnFiltersTable;
}
