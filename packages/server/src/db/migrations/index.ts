/** All migrations, oldest first. Append; never change one that was released. */
import type { Migration } from '../migration.ts';
import { foundation } from './001-foundation.ts';
import { execution } from './002-execution.ts';
import { aliases } from './003-aliases.ts';
import { journal } from './004-journal.ts';
import { agents } from './005-agents.ts';
import { ownFilters } from './006-own-filters.ts';
import { oneTreePerHit } from './007-one-tree-per-hit.ts';
import { usageBreakdown } from './008-usage-breakdown.ts';
import { auditFilters } from './009-audit-filters.ts';
import { packedWindows } from './010-packed-windows.ts';
import { auditKeys } from './011-audit-keys.ts';
import { sealedHeads } from './012-sealed-heads.ts';
import { ownNumbers } from './013-own-numbers.ts';
import { signInPlaces } from './014-sign-in-places.ts';
import { userLanguage } from './015-user-language.ts';
import { journalTokens } from './016-journal-tokens.ts';
import { keptRefusals } from './017-kept-refusals.ts';
import { verdicts } from './018-verdicts.ts';
import { boundSecrets } from './019-bound-secrets.ts';
import { freezes } from './020-freezes.ts';
import { approvals } from './021-approvals.ts';
import { notifications } from './022-notifications.ts';
import { sandboxes } from './023-sandboxes.ts';
import { connections } from './024-connections.ts';
import { sessions } from './026-sessions.ts';
import { signInWays } from './027-sign-in-ways.ts';
import { machineTags } from './028-machine-tags.ts';
import { jobs } from './029-jobs.ts';
import { sudoSecrets } from './030-sudo-secrets.ts';
import { leases } from './031-leases.ts';
import { lanes } from './032-lanes.ts';
import { idempotency } from './033-idempotency.ts';
import { auditWords } from './035-audit-words.ts';
import { mended } from './037-mended.ts';
import { fewerRoundTrips } from './040-fewer-round-trips.ts';
import { hotClosings } from './041-hot-closings.ts';
import { auditCuts } from './042-audit-cuts.ts';
import { refusalCounts } from './043-refusal-counts.ts';
import { migrationBatches } from './044-migration-batches.ts';
import { secretNotes } from './048-secret-notes.ts';
import { machineHealth } from './049-machine-health.ts';
import { commitTimesAndClients } from './050-commit-times-and-clients.ts';
import { signInRequests } from './052-sign-in-requests.ts';
import { handOvers } from './053-hand-overs.ts';
import { wordsInBatches } from './054-words-in-batches.ts';
import { readPositions } from './080-read-positions.ts';

export const MIGRATIONS: readonly Migration[] = [
  foundation,
  execution,
  aliases,
  journal,
  agents,
  ownFilters,
  oneTreePerHit,
  usageBreakdown,
  auditFilters,
  packedWindows,
  auditKeys,
  sealedHeads,
  ownNumbers,
  signInPlaces,
  userLanguage,
  journalTokens,
  keptRefusals,
  verdicts,
  boundSecrets,
  freezes,
  approvals,
  notifications,
  sandboxes,
  connections,
  sessions,
  signInWays,
  machineTags,
  jobs,
  sudoSecrets,
  leases,
  lanes,
  idempotency,
  auditWords,
  mended,
  fewerRoundTrips,
  hotClosings,
  auditCuts,
  refusalCounts,
  migrationBatches,
  secretNotes,
  machineHealth,
  commitTimesAndClients,
  signInRequests,
  handOvers,
  wordsInBatches,
  readPositions,
];
