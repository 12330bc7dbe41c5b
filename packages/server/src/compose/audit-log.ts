/** What keeps the audit log: checkpoints and their copies, the archive, verification, forwarding. */
import type { Logger } from 'pino';
import { createArchive } from '../audit/archive/create-archive.ts';
import { createCheckpoints } from '../audit/checkpoints.ts';
import { wantedCopies, wantedForward } from '../audit/copies/wanted-copies.ts';
import { createDamage } from '../audit/damage.ts';
import { createEraseCommands, removedUsers } from '../audit/erase-commands.ts';
import { createVerifyChain } from '../audit/verification.ts';
import type { Config } from '../config/read-config.ts';
import { createShownEntries } from '../http/shown-entries.ts';
import { eraseUsageNames } from '../stats/stats.ts';
import type { Identity } from './identity.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { MachinesModule } from './machines.ts';

export type AuditLog = Awaited<ReturnType<typeof createAuditLog>>;

export async function createAuditLog(
  config: Config,
  log: Logger,
  infrastructure: Infrastructure,
  { audit }: Pick<Identity, 'audit'>,
  { vault, redactorOf }: Pick<MachinesModule, 'vault' | 'redactorOf'>,
) {
  const { database, keys, clock, instanceId, metrics } = infrastructure;
  const copies = await wantedCopies(config, { log, count: (outcome) => metrics.checkpointCopies.inc({ outcome }) });
  const checkpoints = createCheckpoints(database, config.dataDir, keys, { onLine: copies?.add, log });
  const damage = createDamage(checkpoints);
  const archive = createArchive(config, clock);
  const shownEntries = createShownEntries(vault, redactorOf);
  const forward = await wantedForward(config, {
    database,
    clock,
    instanceId,
    log,
    count: (outcome) => metrics.auditForwarded.inc({ outcome }),
    show: async (userId, entries) => (await shownEntries(userId, { entries: [...entries], next_cursor: null })).entries,
  });
  return {
    copies,
    checkpoints,
    damage,
    archive,
    shownEntries,
    forward,
    verifyChain: createVerifyChain(database, clock, {
      keys,
      checkpoints,
      archive,
      ends: audit.ends,
      onVerdict: damage.verified,
    }),
    removedUsers: () => removedUsers(database.queries),
    eraseCommands: createEraseCommands(database, {
      audit,
      archive,
      sealKey: keys.auditSeals,
      eraseNames: eraseUsageNames,
    }),
  };
}
