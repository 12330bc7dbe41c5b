/** Connections in the database. */
import { orderScopes, type Scope } from '@synapse/contract';
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';

export interface ConnectionRow {
  readonly id: string;
  readonly user_id: string;
  readonly client_id: string;
  readonly client_name: string | null;
  readonly client_host: string;
  readonly scopes: Scope[];
  readonly machines: string[] | null;
  readonly created_at: number;
  readonly expires_at: number;
  readonly last_used_at: number | null;
  readonly calls_day: number;
  readonly calls: number;
}

export async function insertConnection(tx: Queries, row: ConnectionRow): Promise<void> {
  await tx
    .insertInto('connections')
    .values({ ...row, ...written(row), revoked_at: null })
    .execute();
}

/** Those that still let a client in, newest first. */
export async function liveConnections(queries: Queries, userId: string, now: number): Promise<ConnectionRow[]> {
  const rows = await queries
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    // One whose code was not fetched, or whose last token has expired, gives no access any more.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('oauth_states')
          .select('oauth_states.hash')
          .whereRef('oauth_states.connection_id', '=', 'connections.id')
          .where('oauth_states.kind', 'in', [...WAYS_IN])
          .where('oauth_states.expires_at', '>', now)
          .where('oauth_states.consumed_at', 'is', null),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, ...read(row) }));
}

const WAYS_IN = ['AccessToken', 'RefreshToken', 'AuthorizationCode'] as const;

export async function changeConnection(
  tx: Queries,
  id: string,
  change: Pick<ConnectionRow, 'scopes' | 'machines' | 'expires_at'>,
): Promise<void> {
  const { expires_at } = change;
  await tx
    .updateTable('connections')
    .set({ ...written(change), expires_at })
    .where('id', '=', id)
    .execute();
}

/** Ends connections for good, with what their clients could still get in with. Answers the ids of those that were live. */
export async function endConnections(
  tx: Queries,
  whose: { readonly id: string } | { readonly userId: string },
  now: number,
): Promise<string[]> {
  const ended = await tx
    .updateTable('connections')
    .set({ revoked_at: now })
    .where('id' in whose ? 'id' : 'user_id', '=', 'id' in whose ? whose.id : whose.userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  const ids = ended.map(({ id }) => id);
  // The access tokens stay until they would have ended: until then they are refused as revoked.
  if (ids.length > 0) {
    await tx.deleteFrom('oauth_states').where('connection_id', 'in', ids).where('kind', '<>', 'AccessToken').execute();
  }
  return ids;
}

export async function scopesOfConnection(queries: Queries, id: string): Promise<Scope[]> {
  const row = await queries
    .selectFrom('connections')
    .select('scopes')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? [] : readScopes(row.scopes);
}

/** Removes all other scopes from the user's connections, for good. */
export async function narrowConnections(tx: Queries, userId: string, granted: readonly Scope[]): Promise<void> {
  const rows = await tx.selectFrom('connections').select(['id', 'scopes']).where('user_id', '=', userId).execute();
  for (const { id, scopes } of rows) {
    const kept = readScopes(scopes).filter((scope) => granted.includes(scope));
    await tx
      .updateTable('connections')
      .set({ scopes: kept.join(' ') })
      .where('id', '=', id)
      .execute();
  }
}

export const touchConnection = compileOnce((queries: Queries, id: string, now: number) =>
  queries.updateTable('connections').set({ last_used_at: now }).where('id', '=', id),
);

/** One call more on this day. */
export const countConnectionCall = compileOnce((queries: Queries, id: string, day: number) =>
  queries
    .updateTable('connections')
    .set((eb) => ({
      calls: eb
        .case()
        .when('calls_day', '=', day)
        .then(eb('calls', '+', 1))
        .else(1)
        .end(),
      calls_day: day,
    }))
    .where('id', '=', id),
);

/** One that does not count after all. */
export const returnConnectionCall = compileOnce((queries: Queries, id: string, day: number) =>
  queries
    .updateTable('connections')
    .set((eb) => ({ calls: eb('calls', '-', 1) }))
    .where('id', '=', id)
    .where('calls_day', '=', day)
    .where('calls', '>', 0),
);

function readScopes(text: string): Scope[] {
  return orderScopes(text.split(' ') as Scope[]);
}

function read({ scopes, machines }: { scopes: string; machines: string | null }) {
  return { scopes: readScopes(scopes), machines: readMachines(machines) };
}

export function readMachines(text: string | null): string[] | null {
  return text === null ? null : (JSON.parse(text) as string[]);
}

function written({ scopes, machines }: Pick<ConnectionRow, 'scopes' | 'machines'>) {
  return {
    scopes: orderScopes(scopes).join(' '),
    machines: machines === null ? null : JSON.stringify(machines.toSorted()),
  };
}
