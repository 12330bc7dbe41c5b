/** How far the audit log was forwarded, in the database. */
import { sql } from 'kysely';
import type { Queries } from '../../db/database.ts';
import type { WorkspaceId } from '../../ids.ts';
import type { AuditRow } from '../audit-store.ts';

/** Null: another instance forwards to it now. `isNew`: nothing was ever forwarded to it. */
export async function claimTarget(
  tx: Queries,
  target: string,
  instance_id: string,
  now: number,
  claimed_until: number,
): Promise<{ readonly isNew: boolean } | null> {
  const added = await tx
    .insertInto('audit_forwards')
    .values({ target, instance_id, claimed_until })
    .onConflict((conflict) => conflict.doNothing())
    .returning('target')
    .executeTakeFirst();
  if (added !== undefined) return { isNew: true };
  const claimed = await tx
    .updateTable('audit_forwards')
    .set({ instance_id, claimed_until })
    .where('target', '=', target)
    .where((eb) => eb.or([eb('instance_id', '=', instance_id), eb('claimed_until', '<=', now)]))
    .returning('target')
    .executeTakeFirst();
  return claimed === undefined ? null : { isNew: false };
}

export async function releaseTarget(queries: Queries, target: string, instanceId: string): Promise<void> {
  await queries
    .updateTable('audit_forwards')
    .set({ claimed_until: 0 })
    .where('target', '=', target)
    .where('instance_id', '=', instanceId)
    .execute();
}

/** A new receiver gets what is sealed from now on. */
export async function beginAtHeads(tx: Queries, target: string): Promise<void> {
  await tx
    .insertInto('audit_forward_chains')
    .columns(['target', 'workspace_id', 'seq'])
    .expression((eb) =>
      eb.selectFrom('audit_heads').select([sql<string>`${target}`.as('target'), 'workspace_id', 'seq']),
    )
    .execute();
}

/** A chain with entries that the receiver does not have. */
export interface Behind {
  readonly workspace_id: WorkspaceId;
  readonly username: string | null;
  /** The last entry that it has. */
  readonly after: number;
}

export async function chainsBehind(queries: Queries, target: string, limit: number): Promise<Behind[]> {
  const rows = await queries
    .selectFrom('audit_heads as head')
    .leftJoin('audit_forward_chains as chain', (join) =>
      join.onRef('chain.workspace_id', '=', 'head.workspace_id').on('chain.target', '=', target),
    )
    .select(['head.workspace_id', 'head.username', 'chain.seq as after'])
    .where((eb) => eb('head.seq', '>', eb.fn.coalesce('chain.seq', eb.val(0))))
    .orderBy('head.workspace_id')
    .limit(limit)
    .execute();
  return rows.map(({ workspace_id, username, after }) => ({ workspace_id, username, after: Number(after ?? 0) }));
}

/** Entries that the receiver got while they were open, and that have ended since. */
export async function endedSince(
  queries: Queries,
  target: string,
  limit: number,
): Promise<(AuditRow & { readonly username: string | null })[]> {
  return queries
    .selectFrom('audit_forward_open as open')
    .innerJoin('audit_entries as entry', 'entry.execution_id', 'open.execution_id')
    .leftJoin('audit_heads as head', 'head.workspace_id', 'entry.workspace_id')
    .selectAll('entry')
    .select('head.username')
    .where('open.target', '=', target)
    .where('entry.status', 'not in', ['running', 'pending'])
    .orderBy('entry.created_at')
    .limit(limit)
    .execute();
}

/** The receiver has these entries of one chain, and all before them. Those that are open have to be sent again. */
export async function markForwarded(tx: Queries, target: string, rows: readonly AuditRow[]): Promise<void> {
  const { workspace_id, seq } = rows.at(-1)!;
  await tx
    .insertInto('audit_forward_chains')
    .values({ target, workspace_id, seq })
    .onConflict((conflict) => conflict.columns(['target', 'workspace_id']).doUpdateSet({ seq }))
    .execute();
  const open = rows.filter(({ status }) => status === 'running' || status === 'pending');
  if (open.length === 0) return;
  await tx
    .insertInto('audit_forward_open')
    .values(open.map(({ execution_id }) => ({ target, execution_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function markEnded(queries: Queries, target: string, executionId: string): Promise<void> {
  await queries
    .deleteFrom('audit_forward_open')
    .where('target', '=', target)
    .where('execution_id', '=', executionId)
    .execute();
}
