/** AI tokens in the database: hashes only. */
import { orderScopes, type Scope } from '@synapse/contract';
import type { Selectable } from 'kysely';
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import type { AiTokensTable } from '../db/schema.ts';

export interface TokenRow extends Omit<Selectable<AiTokensTable>, 'scopes'> {
  scopes: Scope[];
}

export async function insertToken(tx: Queries, token: TokenRow): Promise<void> {
  await tx
    .insertInto('ai_tokens')
    .values({ ...token, scopes: token.scopes.join(' ') })
    .execute();
}

export async function revokeActiveTokens(tx: Queries, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('ai_tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** False when the user has no such token. Revoking twice keeps the first time. */
export async function revokeToken(queries: Queries, userId: string, id: string, now: number): Promise<boolean> {
  const row = await queries
    .updateTable('ai_tokens')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Null if there never was such a token. Revoking twice keeps the first time. */
export async function revokeByHash(
  queries: Queries,
  hash: Buffer,
  now: number,
): Promise<Pick<TokenRow, 'id' | 'user_id'> | null> {
  const row = await queries
    .updateTable('ai_tokens')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('hash', '=', hash)
    .returning(['id', 'user_id'])
    .executeTakeFirst();
  return row ?? null;
}

/** Removes all other scopes from the user's tokens, for good. */
export async function narrowTokens(tx: Queries, userId: string, granted: readonly Scope[]): Promise<void> {
  for (const { id, scopes } of await listTokens(tx, userId)) {
    const kept = scopes.filter((scope) => granted.includes(scope));
    if (kept.length === scopes.length) continue;
    await tx
      .updateTable('ai_tokens')
      .set({ scopes: kept.join(' ') })
      .where('id', '=', id)
      .execute();
  }
}

export async function listTokens(queries: Queries, userId: string): Promise<TokenRow[]> {
  const rows = await queries
    .selectFrom('ai_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, scopes: readScopes(row.scopes) }));
}

export const touchToken = compileOnce((queries: Queries, id: string, now: number) =>
  queries.updateTable('ai_tokens').set({ last_used_at: now }).where('id', '=', id),
);

function readScopes(text: string): Scope[] {
  return orderScopes(text.split(' ') as Scope[]);
}
