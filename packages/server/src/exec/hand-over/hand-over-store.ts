/** Commands that are handed from one instance to another, in the database. */
import type { Selectable } from 'kysely';
import type { Queries } from '../../db/database.ts';
import type { HandOversTable } from '../../db/schema.ts';

export type HandOverRow = Selectable<HandOversTable>;

export async function offer(queries: Queries, rows: readonly HandOverRow[]): Promise<void> {
  await queries
    .insertInto('hand_overs')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Of several that come forward for one, the first is its heir. */
export async function claimOffers(queries: Queries, heir: string, form: number, most: number): Promise<number> {
  const { numUpdatedRows } = await queries
    .updateTable('hand_overs')
    .set({ heir })
    .where('heir', 'is', null)
    .where('execution_id', 'in', (from) =>
      from
        .selectFrom('hand_overs')
        .select('execution_id')
        .where('heir', 'is', null)
        .where('owner', '<>', heir)
        .where('form', '<=', form)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What was not given by then is offered again. */
export async function releaseClaims(queries: Queries, heir: string): Promise<void> {
  await queries
    .updateTable('hand_overs')
    .set({ heir: null })
    .where('heir', '=', heir)
    .where('sealed', 'is', null)
    .execute();
}

/** Those of an instance that have an heir and no state yet. */
export async function claimedFrom(
  queries: Queries,
  owner: string,
): Promise<{ readonly execution_id: string; readonly heir: string }[]> {
  const rows = await queries
    .selectFrom('hand_overs')
    .select(['execution_id', 'heir'])
    .where('owner', '=', owner)
    .where('sealed', 'is', null)
    .where('heir', 'is not', null)
    .execute();
  return rows.map(({ execution_id, heir }) => ({ execution_id, heir: heir! }));
}

/** False where it is no longer that one's to inherit. */
export async function putState(tx: Queries, executionId: string, heir: string, sealed: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('hand_overs')
    .set({ sealed })
    .where('execution_id', '=', executionId)
    .where('heir', '=', heir)
    .where('sealed', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What nobody has been given. */
export async function withdrawOffers(queries: Queries, owner: string): Promise<void> {
  await queries.deleteFrom('hand_overs').where('owner', '=', owner).where('sealed', 'is', null).execute();
}

/** Whether anything is offered, or was given to this instance. */
export async function isAnythingFor(queries: Queries, heir: string): Promise<boolean> {
  const row = await queries
    .selectFrom('hand_overs')
    .select('execution_id')
    .where('owner', '<>', heir)
    .where((eb) => eb.or([eb('heir', 'is', null), eb('heir', '=', heir)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those that this instance has to go on with, one at a time: each may hold megabytes. */
export async function nextFor(queries: Queries, heir: string): Promise<HandOverRow | undefined> {
  return queries
    .selectFrom('hand_overs')
    .selectAll()
    .where('heir', '=', heir)
    .where('sealed', 'is not', null)
    .limit(1)
    .executeTakeFirst();
}

/** Whether its heir has still to come for it. */
export async function isWaiting(queries: Queries, executionId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('hand_overs')
    .select('execution_id')
    .where('execution_id', '=', executionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** True: somebody wanted it stopped meanwhile. */
export async function removeRow(queries: Queries, executionId: string): Promise<boolean> {
  const row = await queries
    .deleteFrom('hand_overs')
    .where('execution_id', '=', executionId)
    .returning('cancelled')
    .executeTakeFirst();
  return row?.cancelled === 1;
}

export async function markCancelled(queries: Queries, userId: string, executionId: string): Promise<void> {
  await queries
    .updateTable('hand_overs')
    .set({ cancelled: 1 })
    .where('execution_id', '=', executionId)
    .where('user_id', '=', userId)
    .execute();
}

export async function dropBefore(queries: Queries, before: number): Promise<void> {
  await queries.deleteFrom('hand_overs').where('created_at', '<', before).execute();
}
