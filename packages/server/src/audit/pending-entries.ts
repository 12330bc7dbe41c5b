/** Entries that wait for a person: started by whichever instance is told to, or closed without having run. Each once. */
import { createSecretKey } from 'node:crypto';
import type { Queries } from '../db/database.ts';
import type { OpenEntry } from './audit.ts';
import { type AuditRow, leavePending, orphanedEntries, pendingRow } from './audit-store.ts';
import { closingSeal, isSealed } from './chain.ts';
import { closingOf, type Ending } from './entry.ts';

export interface PendingEntries {
  /** From now on it runs here; null where it waits no more. In a transaction of the caller's. */
  begin(tx: Queries, executionId: string, decidedBy: string): Promise<OpenEntry | null>;
  /** It never ran. False where it waits no more. */
  close(tx: Queries, executionId: string, ending: Ending): Promise<boolean>;
  /** Those that nobody is asked about any more: their user was removed. */
  orphans(queries: Queries): Promise<string[]>;
}

const UNSEALED = Buffer.alloc(0);

export function createPendingEntries(instanceId: string, key: Buffer): PendingEntries {
  const sealKey = createSecretKey(key);

  /** What we did not open ourselves goes without our seal: verifying must go on to show it. */
  const leave = async (tx: Queries, row: AuditRow, closing: ReturnType<typeof closingOf>, owner: string) => {
    const seal = isSealed(sealKey, row) ? closingSeal(sealKey, row.hash, closing, owner) : UNSEALED;
    return leavePending(tx, row.execution_id, { ...closing, instance_id: owner, seal });
  };

  return {
    begin: async (tx, executionId, decidedBy) => {
      const row = await pendingRow(tx, executionId);
      const running = closingOf({ status: 'running', exitCode: null, durationMs: null, decidedBy });
      if (row === undefined || !(await leave(tx, row, running, instanceId))) return null;
      const { user_id: userId, seq, hash, created_at: createdAt } = row;
      return { executionId, userId, seq, hash, createdAt };
    },

    close: async (tx, executionId, ending) => {
      const row = await pendingRow(tx, executionId);
      return row !== undefined && leave(tx, row, closingOf(ending), row.instance_id);
    },

    orphans: orphanedEntries,
  };
}
