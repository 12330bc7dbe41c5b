/** What the authorization server remembers, in the database: under hashes, and sealed. */
import type { Queries } from '../db/database.ts';

export interface StateRow {
  readonly kind: string;
  readonly hash: Buffer;
  readonly connection_id: string | null;
  readonly audience: string | null;
  readonly sealed: Buffer;
  readonly created_at: number;
  readonly expires_at: number;
}

export async function putState(tx: Queries, row: StateRow): Promise<void> {
  const { connection_id, sealed, expires_at } = row;
  await tx
    .insertInto('oauth_states')
    .values({ ...row, consumed_at: null })
    .onConflict((conflict) => conflict.columns(['kind', 'hash']).doUpdateSet({ connection_id, sealed, expires_at }))
    .execute();
}

export async function findState(queries: Queries, kind: string, hash: Buffer, now: number) {
  return queries
    .selectFrom('oauth_states')
    .select(['sealed', 'consumed_at', 'connection_id'])
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** False where it is consumed already: of two calls at once, one succeeds. */
export async function consumeState(queries: Queries, kind: string, hash: Buffer, now: number): Promise<boolean> {
  const consumed = await queries
    .updateTable('oauth_states')
    .set({ consumed_at: now })
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .where('consumed_at', 'is', null)
    .returning('hash')
    .executeTakeFirst();
  return consumed !== undefined;
}

export async function deleteState(queries: Queries, kind: string, hash: Buffer): Promise<void> {
  await queries.deleteFrom('oauth_states').where('kind', '=', kind).where('hash', '=', hash).execute();
}

/** The client was granted access: it is kept until then. */
export async function keepClient(queries: Queries, hash: Buffer, until: number): Promise<void> {
  await queries
    .updateTable('oauth_states')
    .set((eb) => ({
      used: 1,
      expires_at: eb.case().when('expires_at', '<', until).then(until).else(eb.ref('expires_at')).end(),
    }))
    .where('kind', '=', 'Client')
    .where('hash', '=', hash)
    .execute();
}

export async function countUnusedClients(queries: Queries, now: number): Promise<number> {
  const { count } = await queries
    .selectFrom('oauth_states')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('kind', '=', 'Client')
    .where('used', '=', 0)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}
