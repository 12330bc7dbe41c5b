/** What mining has read of the audit log, kept as counters. The next run reads only what is new. */
import { sql } from 'kysely';
import { NO_MACHINE } from '../audit/audit.ts';
import { DAY_MS } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import type { UsedCommand } from './merge-similar.ts';

export interface CharBounds {
  readonly min: number;
  readonly max: number;
}

/** How far this workspace's log was read. The row is locked until the transaction ends, so no entry is counted twice. */
export async function lockMark(tx: Queries, workspaceId: WorkspaceId): Promise<number> {
  await tx
    .insertInto('mining_marks')
    .values({ workspace_id: workspaceId, seq: 0 })
    .onConflict((conflict) => conflict.column('workspace_id').doNothing())
    .execute();
  const { seq } = await tx
    .selectFrom('mining_marks')
    .select('seq')
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return seq;
}

/**
 * Adds the entries after `after`, up to `upTo`, to the counters, all within the database: commands that succeeded, and
 * of those that were ordered for many machines at once the first.
 */
export async function countEntries(
  tx: Queries,
  { workspaceId, after, upTo, chars }: { workspaceId: WorkspaceId; after: number; upTo: number; chars: CharBounds },
): Promise<void> {
  await sql`
    insert into mined_commands (workspace_id, day, command, count)
    select workspace_id, created_at / ${sql.lit(DAY_MS)}, command_template, count(*)
    from audit_entries
    where workspace_id = ${workspaceId} and seq > ${after} and seq <= ${upTo}
      and status = 'done' and exit_code = 0 and alias is null and machine <> ${sql.lit(NO_MACHINE)} and typed_chars > 0
      and length(command_template) between ${sql.lit(chars.min)} and ${sql.lit(chars.max)}
    group by 1, 2, 3
    on conflict (workspace_id, day, command) do update set count = mined_commands.count + excluded.count
  `.execute(tx);
  await tx.updateTable('mining_marks').set({ seq: upTo }).where('workspace_id', '=', workspaceId).execute();
}

/** Entries that cannot be counted yet, because one before them is still running. */
export async function unsettledCommands(
  queries: Queries,
  { workspaceId, after, since, chars }: { workspaceId: WorkspaceId; after: number; since: number; chars: CharBounds },
): Promise<UsedCommand[]> {
  return (
    queries
      .selectFrom('audit_entries')
      .select((eb) => ['command_template as command', eb.fn.countAll<number>().as('count')])
      .where('workspace_id', '=', workspaceId)
      .where('seq', '>', after)
      // Found from the end of the chain, not by the index on time, which would read a month to find a handful.
      .where(sql`created_at + 0`, '>=', since)
      .where('status', '=', 'done')
      .where('exit_code', '=', 0)
      .where('alias', 'is', null)
      .where('machine', '<>', NO_MACHINE)
      .where('typed_chars', '>', 0)
      .where((eb) => eb.between(eb.fn<number>('length', ['command_template']), chars.min, chars.max))
      .groupBy('command_template')
      .execute()
  );
}

/** Every command of the days from `day` on, with how often it ran. */
export async function minedCommands(queries: Queries, workspaceId: WorkspaceId, day: number): Promise<UsedCommand[]> {
  return queries
    .selectFrom('mined_commands')
    .select((eb) => ['command', eb.cast<number>(eb.fn.sum('count'), 'bigint').as('count')])
    .where('workspace_id', '=', workspaceId)
    .where('day', '>=', day)
    .groupBy('command')
    .execute();
}

/** Removes days that no mining can ask for any more. */
export async function forgetBefore(tx: Queries, workspaceId: WorkspaceId, day: number): Promise<void> {
  await tx.deleteFrom('mined_commands').where('workspace_id', '=', workspaceId).where('day', '<', day).execute();
}

/** Keeps about the newest `max` rows: either of the commands that ran once on their day, or of all. */
export async function keepNewest(
  tx: Queries,
  { workspaceId, which, max }: { workspaceId: WorkspaceId; which: 'once' | 'all'; max: number },
): Promise<void> {
  const oldestKept = tx
    .selectFrom('mined_commands as newer')
    .select('newer.day')
    .where('newer.workspace_id', '=', workspaceId)
    .$if(which === 'once', (query) => query.where('newer.count', '=', 1))
    .orderBy('newer.day', 'desc')
    .limit(1)
    .offset(max);
  await tx
    .deleteFrom('mined_commands')
    .where('workspace_id', '=', workspaceId)
    .$if(which === 'once', (query) => query.where('count', '=', 1))
    .where('day', '<', oldestKept)
    .execute();
}
