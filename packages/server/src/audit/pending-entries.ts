/** Entries that wait for a person: started by one instance, or closed without having run. Each once. */
import { createSecretKey } from 'node:crypto';
import type { Database, Queries } from '../db/database.ts';
import type { Lease } from '../instances/index.ts';
import type { OpenEntry } from './audit.ts';
import { type AuditRow, enterLane, leavePending, orphanedEntries, pendingRow } from './audit-store.ts';
import { closingSeal, isSealed } from './chain.ts';
import { actorOf, closingOf, type Ending } from './entry.ts';
import { laneName } from './lane-name.ts';

export interface PendingEntries {
  /** From now on it runs here, under the lease; null where it waits no more. In a transaction of the caller's. */
  begin(tx: Queries, executionId: string, decidedBy: string): Promise<BegunEntry | null>;
  /** It never ran. False where it waits no more. */
  close(tx: Queries, executionId: string, ending: Ending): Promise<boolean>;
  /** Those without an approval: their user was removed. */
  orphans(queries: Queries): Promise<string[]>;
}

/** An entry and the epoch of the lease under which its command may start. */
export interface BegunEntry extends OpenEntry {
  readonly epoch: number;
}

const UNSEALED = Buffer.alloc(0);

export function createPendingEntries(lease: Lease, { shared }: Pick<Database, 'shared'>, key: Buffer): PendingEntries {
  const sealKey = createSecretKey(key);

  /** What we did not open ourselves goes without our seal: verifying must still show it. */
  const leave = async (tx: Queries, row: AuditRow, closing: ReturnType<typeof closingOf>, owner: string) => {
    const seal = isSealed(sealKey, row) ? closingSeal(sealKey, row.hash, closing, owner) : UNSEALED;
    return leavePending(tx, row.execution_id, { ...closing, instance_id: owner, seal });
  };

  return {
    begin: async (tx, executionId, decidedBy) => {
      const epoch = lease.epoch();
      await lease.assertHeldIn(tx, epoch);
      const row = await pendingRow(tx, executionId);
      const running = closingOf({ status: 'running', exitCode: null, durationMs: null, decidedBy });
      if (row === undefined || !(await leave(tx, row, running, lease.instanceId))) return null;
      const { workspace_id: workspaceId, seq, hash, created_at: createdAt } = row;
      if (shared) await enterLane(tx, executionId, workspaceId, laneName(row.machine, actorOf(row)?.user_id));
      return { executionId, workspaceId, seq, hash, createdAt, epoch };
    },

    close: async (tx, executionId, ending) => {
      const row = await pendingRow(tx, executionId);
      return row !== undefined && leave(tx, row, closingOf(ending), row.instance_id);
    },

    orphans: orphanedEntries,
  };
}
