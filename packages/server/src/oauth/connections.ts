/** The rules of connections: what a person has allowed a client, only ever less of it, until it is revoked or ends. */
import {
  argumentsInvalid,
  because,
  type ClientConnection,
  type ConnectionChange,
  effectiveScopes,
  type FieldProblem,
  LIMITS,
  Refusal,
  type Scope,
} from '@synapse/contract';
import { reachOf } from '../access/access.ts';
import { lockUser, type UserRow } from '../auth/users.ts';
import { type Clock, isoTime, isoTimeOrNull, utcDay } from '../clock.ts';
import type { Database } from '../db/database.ts';
import {
  type ConnectionRow,
  changeConnection,
  endConnections,
  insertConnection,
  liveConnections,
  scopesOfConnection,
} from './connection-store.ts';

// For other modules.
export {
  countConnectionCall,
  readMachines,
  returnConnectionCall,
  touchConnection,
} from './connection-store.ts';

export type NewConnection = Pick<
  ConnectionRow,
  'id' | 'client_id' | 'client_name' | 'client_host' | 'scopes' | 'machines' | 'expires_at'
>;

export interface Connections {
  open(owner: UserRow, wish: NewConnection): Promise<void>;
  list(owner: UserRow): Promise<ClientConnection[]>;
  /** Throws not_found, and arguments_invalid for what would be more than before. */
  narrow(owner: UserRow, id: string, change: ConnectionChange): Promise<ClientConnection>;
  revoke(owner: UserRow, id: string): Promise<void>;
  /** By its client, or because one of its tokens was used twice. */
  end(id: string): Promise<void>;
  endAllOf(userId: string): Promise<void>;
  /** What it may do now; nothing where it has ended. */
  scopesOf(id: string): Promise<Scope[]>;
  /** The id of the user's connection of that id; null where there is none. */
  idOf(userId: string, named: string): Promise<string | null>;
}

/** Stops what runs or waits for the connection. `earlierOnly`: it was narrowed, so later commands may run. */
export type StopConnection = (id: string, earlierOnly: boolean) => Promise<void>;

export function createConnections(database: Database, clock: Clock, stop: StopConnection): Connections {
  const { queries } = database;

  const endWhere = async (whose: { id: string } | { userId: string }): Promise<void> => {
    for (const id of await database.transaction((tx) => endConnections(tx, whose, clock()))) await stop(id, false);
  };

  const find = async (userId: string, id: string): Promise<ConnectionRow> => {
    const found = (await liveConnections(queries, userId, clock())).find((row) => row.id === id);
    if (found === undefined) throw new Refusal('not_found');
    return found;
  };

  /** What the plan and the crews of its owner still let a connection do. */
  const scopesFor = async ({ id, plan }: UserRow) => {
    const reach = await reachOf(queries, id);
    return (stored: readonly Scope[]): Scope[] => effectiveScopes(stored, plan, reach);
  };

  return {
    open: (owner, wish) =>
      database.transaction(async (tx) => {
        const now = clock();
        await lockUser(tx, owner.id);
        const { connections: max } = LIMITS;
        if ((await liveConnections(tx, owner.id, now)).length >= max) {
          throw new Refusal('limit_reached', { max, what: because('connections') });
        }
        await insertConnection(tx, {
          ...wish,
          user_id: owner.id,
          created_at: now,
          last_used_at: null,
          calls_day: 0,
          calls: 0,
        });
      }),

    list: async (owner) => {
      const now = clock();
      const scopesOf = await scopesFor(owner);
      return (await liveConnections(queries, owner.id, now)).map((row) => connectionView(row, scopesOf, now));
    },

    narrow: async (owner, id, change) => {
      const before = await find(owner.id, id);
      const after = narrowed(before, change);
      await database.transaction((tx) => changeConnection(tx, id, after));
      // What it may no longer start must not keep running.
      await stop(id, true);
      return connectionView(after, await scopesFor(owner), clock());
    },

    revoke: async (owner, id) => {
      await find(owner.id, id);
      await endWhere({ id });
    },

    end: (id) => endWhere({ id }),
    endAllOf: (userId) => endWhere({ userId }),

    scopesOf: (id) => scopesOfConnection(queries, id),

    idOf: async (userId, named) =>
      (await liveConnections(queries, userId, clock())).find(({ id }) => id === named)?.id ?? null,
  };
}

function narrowed(before: ConnectionRow, change: ConnectionChange): ConnectionRow {
  const { scopes = before.scopes, machines = before.machines } = change;
  const expires_at = change.expires_at === undefined ? before.expires_at : Date.parse(change.expires_at);
  const wider = [
    ['scopes', scopes.some((scope) => !within(before.scopes).includes(scope))],
    ['machines', before.machines !== null && (machines?.some((slug) => !before.machines!.includes(slug)) ?? true)],
    ['expires_at', expires_at > before.expires_at],
  ] as const;
  const problems: FieldProblem[] = wider
    .filter(([, isWider]) => isWider)
    .map(([field]) => ({ field, problem: because('only_less') }));
  if (problems.length > 0) throw argumentsInvalid(problems);
  return { ...before, scopes, machines, expires_at };
}

/** A connection that may run commands can be narrowed to looking. */
const within = (scopes: readonly Scope[]): Scope[] =>
  scopes.includes('mcp:synapse') ? [...scopes, 'mcp:look'] : [...scopes];

function connectionView(
  row: ConnectionRow,
  scopesOf: (stored: readonly Scope[]) => Scope[],
  now: number,
): ClientConnection {
  return {
    id: row.id,
    client_name: row.client_name,
    client_host: row.client_host,
    scopes: scopesOf(row.scopes),
    machines: row.machines,
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
    last_used_at: isoTimeOrNull(row.last_used_at),
    calls_today: row.calls_day === utcDay(now) ? row.calls : 0,
  };
}
