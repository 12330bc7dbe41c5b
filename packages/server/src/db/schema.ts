/**
 * Every table, as both databases see it. Columns behave the same on both: ids are text, times are epoch milliseconds,
 * booleans are 0 or 1, JSON is text, hashes are bytes. Only what people refer to by number (projects and what is in
 * them) has integers as ids.
 */
import type {
  AiTokensTable,
  DailyCallsTable,
  InstallationTable,
  InstanceFactsTable,
  JournalTokensTable,
  RefusalCountsTable,
  SessionsTable,
  SignInPlacesTable,
  TrustedAddressesTable,
  UserSettingsTable,
  UsersTable,
  WindowsTable,
} from './tables/accounts.ts';
import type {
  ApprovalGrantsTable,
  ApprovalsTable,
  ApprovalVotesTable,
  NotificationChannelsTable,
  NotificationsTable,
} from './tables/approvals.ts';
import type { ConnectionsTable, OauthStatesTable } from './tables/connections.ts';
import type {
  CrewInvitationsTable,
  CrewMembersTable,
  CrewRequestsTable,
  CrewReviewsTable,
  CrewsTable,
  WorkspacesTable,
} from './tables/crews.ts';
import type {
  AuditCheckpointFilesTable,
  AuditCutsTable,
  AuditEntriesTable,
  AuditForwardChainsTable,
  AuditForwardOpenTable,
  AuditForwardsTable,
  AuditHeadsTable,
  AuditLostKeysTable,
  AuditOutcomesTable,
  FreezesTable,
  IdempotencyKeysTable,
  InstancesTable,
  JobsTable,
  KeptOutputsTable,
  KeptRefusalsTable,
  LaneEntriesTable,
  MigrationBatchesTable,
  OpenEntriesTable,
  OwnFiltersTable,
  ReadPositionsTable,
  ShellSessionsTable,
  StopRequestsTable,
} from './tables/executions.ts';
import type {
  AgentsTable,
  MachineHealthTable,
  MachinesTable,
  ReplacedSecretsTable,
  SecretsTable,
  VaultVersionsTable,
} from './tables/machines.ts';
import type {
  JournalCommitsTable,
  JournalEntriesTable,
  PanelsTable,
  ProjectItemsTable,
  ProjectsTable,
  SearchDocsTable,
} from './tables/memory.ts';
import type { PoliciesTable, PolicyVersionsTable } from './tables/policies.ts';
import type {
  IdentitiesTable,
  PasskeysTable,
  RecoveryCodesTable,
  SignInRequestsTable,
  TotpTable,
  UsedChallengesTable,
} from './tables/sign-in-ways.ts';
import type {
  AliasesTable,
  AliasSuggestionsTable,
  DailyAliasUsageTable,
  DailyUsageTable,
  MinedCommandsTable,
  MiningMarksTable,
  UsageBreakdownTable,
  UsageClientMarksTable,
  UsageClientsTable,
  UsageMarksTable,
} from './tables/use.ts';

export type * from './tables/accounts.ts';
export type * from './tables/approvals.ts';
export type * from './tables/connections.ts';
export type * from './tables/crews.ts';
export type * from './tables/executions.ts';
export type * from './tables/machines.ts';
export type * from './tables/memory.ts';
export type * from './tables/policies.ts';
export type * from './tables/sign-in-ways.ts';
export type * from './tables/use.ts';

export interface Schema {
  users: UsersTable;
  workspaces: WorkspacesTable;
  crews: CrewsTable;
  crew_members: CrewMembersTable;
  crew_invitations: CrewInvitationsTable;
  crew_requests: CrewRequestsTable;
  crew_reviews: CrewReviewsTable;
  sessions: SessionsTable;
  sign_in_places: SignInPlacesTable;
  identities: IdentitiesTable;
  totp: TotpTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  used_challenges: UsedChallengesTable;
  sign_in_requests: SignInRequestsTable;
  ai_tokens: AiTokensTable;
  journal_tokens: JournalTokensTable;
  daily_calls: DailyCallsTable;
  windows: WindowsTable;
  refusal_counts: RefusalCountsTable;
  trusted_addresses: TrustedAddressesTable;
  instance_facts: InstanceFactsTable;
  installation: InstallationTable;
  machines: MachinesTable;
  machine_health: MachineHealthTable;
  agents: AgentsTable;
  secrets: SecretsTable;
  replaced_secrets: ReplacedSecretsTable;
  vault_versions: VaultVersionsTable;
  audit_heads: AuditHeadsTable;
  audit_checkpoint_files: AuditCheckpointFilesTable;
  migration_batches: MigrationBatchesTable;
  audit_cuts: AuditCutsTable;
  audit_lost_keys: AuditLostKeysTable;
  audit_entries: AuditEntriesTable;
  audit_forwards: AuditForwardsTable;
  audit_forward_chains: AuditForwardChainsTable;
  audit_forward_open: AuditForwardOpenTable;
  instances: InstancesTable;
  jobs: JobsTable;
  lane_entries: LaneEntriesTable;
  open_entries: OpenEntriesTable;
  audit_outcomes: AuditOutcomesTable;
  idempotency_keys: IdempotencyKeysTable;
  shell_sessions: ShellSessionsTable;
  kept_outputs: KeptOutputsTable;
  kept_refusals: KeptRefusalsTable;
  read_positions: ReadPositionsTable;
  aliases: AliasesTable;
  alias_suggestions: AliasSuggestionsTable;
  mining_marks: MiningMarksTable;
  mined_commands: MinedCommandsTable;
  daily_usage: DailyUsageTable;
  daily_alias_usage: DailyAliasUsageTable;
  usage_marks: UsageMarksTable;
  usage_breakdown: UsageBreakdownTable;
  usage_clients: UsageClientsTable;
  usage_client_marks: UsageClientMarksTable;
  projects: ProjectsTable;
  project_items: ProjectItemsTable;
  journal_entries: JournalEntriesTable;
  journal_commits: JournalCommitsTable;
  panels: PanelsTable;
  user_settings: UserSettingsTable;
  search_docs: SearchDocsTable;
  own_filters: OwnFiltersTable;
  freezes: FreezesTable;
  stop_requests: StopRequestsTable;
  approvals: ApprovalsTable;
  approval_votes: ApprovalVotesTable;
  approval_grants: ApprovalGrantsTable;
  notification_channels: NotificationChannelsTable;
  notifications: NotificationsTable;
  policies: PoliciesTable;
  policy_versions: PolicyVersionsTable;
  connections: ConnectionsTable;
  oauth_states: OauthStatesTable;
}
