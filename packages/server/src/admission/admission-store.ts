/** Reads everything that admission needs in one query. It runs at every call, so it is compiled once. */
import type { CrewReach, CrewRole, Language, PlanId, Role } from '@synapse/contract';
import { type Compilable, type RawBuilder, sql } from 'kysely';
import { reachOfOwner, roleNow } from '../access/access.ts';
import { connectionLabel } from '../auth/caller.ts';
import { byDialect } from '../db/by-dialect.ts';
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import { timeNow } from '../db/database-time.ts';
import type { Frozen } from '../freezes/freezes.ts';
import { personalWorkspaceId, type WorkspaceId } from '../ids.ts';

/** What the database knows about a call before the decision. */
export interface Facts {
  /** Until when the address is trusted. */
  readonly trustedUntil: number | null;
  /** The calls of the last minute from this address, packed. */
  readonly hits: Buffer | null;
  readonly token: TokenFacts | null;
}

export interface TokenFacts {
  readonly id: string;
  readonly hint: string;
  readonly label: string | null;
  /** As stored: names separated by a space. */
  readonly scopes: string;
  readonly expires_at: number;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
  readonly userId: string;
  readonly username: string;
  readonly plan: PlanId;
  readonly role: Role;
  readonly disabled: 0 | 1;
  readonly language: Language | null;
  /** What the owner's crews let their tokens do. */
  readonly reach: CrewReach;
  /** Of the owner's vault; null where it never held a secret. */
  readonly vaultVersion: number | null;
  /** It is the access token of a connection, whose id, hint and limits these are. */
  readonly connected: boolean;
  /** A JSON list of the machines that it is limited to. */
  readonly machines: string | null;
}

/** The hash of what the call shows, at most one of them. */
export interface Shown {
  readonly aiToken: Buffer | null;
  readonly accessToken: { readonly hash: Buffer; readonly audience: string } | null;
}

/** The query starts from a row that always exists, so that the address is read even when there is no token. */
export const selectByToken = (queries: Queries, address: string, bucket: string, hash: Buffer | null) =>
  queries
    .selectFrom(queries.selectNoFrom((eb) => eb.lit(1).as('one')).as('call'))
    .leftJoin('trusted_addresses as trusted', (join) => join.on('trusted.address', '=', address))
    .leftJoin('windows as window', (join) => join.on('window.bucket', '=', bucket))
    .leftJoin('ai_tokens as token', (join) => join.on('token.hash', '=', hash))
    .leftJoin('users as owner', 'owner.id', 'token.user_id')
    .leftJoin('vault_versions as vault', 'vault.workspace_id', 'token.user_id')
    .select(['trusted.until as trustedUntil', 'window.hits'])
    .select(['token.id', 'token.hint', 'token.label', 'token.scopes'])
    .select(['token.expires_at', 'token.last_used_at', 'token.revoked_at'])
    .select(['owner.id as userId', 'owner.username', 'owner.plan', 'owner.role', 'owner.disabled', 'owner.language'])
    .select('vault.version as vaultVersion')
    .select(reachOfOwner.as('reach'));
const findByToken = compileOnce(selectByToken);

/** The same for an access token. A connection has no hint but its id; its label is the verified host of its client. */
export const selectByConnection = (
  ...[queries, address, bucket, hash, audience]: [Queries, string, string, Buffer, string]
) =>
  queries
    .selectFrom(queries.selectNoFrom((eb) => eb.lit(1).as('one')).as('call'))
    .leftJoin('trusted_addresses as trusted', (join) => join.on('trusted.address', '=', address))
    .leftJoin('windows as window', (join) => join.on('window.bucket', '=', bucket))
    .leftJoin('oauth_states as state', (join) =>
      join.on('state.kind', '=', 'AccessToken').on('state.hash', '=', hash).on('state.audience', '=', audience),
    )
    .leftJoin('connections as token', 'token.id', 'state.connection_id')
    .leftJoin('users as owner', 'owner.id', 'token.user_id')
    .leftJoin('vault_versions as vault', 'vault.workspace_id', 'token.user_id')
    .select(['trusted.until as trustedUntil', 'window.hits'])
    .select(['token.id', 'token.id as hint', 'token.client_host', 'token.scopes', 'token.machines'])
    .select(['state.expires_at', 'token.expires_at as lastAt', 'token.last_used_at', 'token.revoked_at'])
    .select(['owner.id as userId', 'owner.username', 'owner.plan', 'owner.role', 'owner.disabled', 'owner.language'])
    .select('vault.version as vaultVersion')
    .select(reachOfOwner.as('reach'));
const findByConnection = compileOnce(selectByConnection, 4);

export type FoundToken = Awaited<ReturnType<typeof findByToken>>[number];
export type FoundConnection = Awaited<ReturnType<typeof findByConnection>>[number];

export function factsOfConnection(found: FoundConnection): Facts {
  const { trustedUntil, hits, client_host, lastAt } = found;
  const expires_at = Math.min(found.expires_at ?? 0, lastAt ?? 0);
  const token = { ...found, expires_at, label: connectionLabel(client_host ?? ''), connected: true };
  return { trustedUntil, hits, token: found.id === null ? null : (token as TokenFacts) };
}

export function factsOfToken(found: FoundToken): Facts {
  const { trustedUntil, hits } = found;
  const token = { ...found, connected: false, machines: null };
  return { trustedUntil, hits, token: found.id === null ? null : (token as TokenFacts) };
}

export async function loadFacts(tx: Queries, address: string, bucket: string, shown: Shown): Promise<Facts> {
  if (shown.accessToken !== null) {
    const { hash, audience } = shown.accessToken;
    return factsOfConnection((await findByConnection(tx, address, bucket, hash, audience))[0]!);
  }
  return factsOfToken((await findByToken(tx, address, bucket, shown.aiToken))[0]!);
}

/** What may forbid a command of this user, as it is when the command is opened. */
export interface Standing {
  /** Undefined: the user is gone. */
  readonly disabled: 0 | 1 | undefined;
  readonly frozen: boolean;
  /** In a crew: the role of the caller. Null: none, or it is their own workspace. */
  readonly role: CrewRole | null;
  /** Its token was revoked. */
  readonly revoked: boolean;
  /** The lease of this instance is held, at least until the end of the transaction. */
  readonly leased: boolean;
  /** The machines of the user's commands that run or wait on any instance, in turn. Null: this process knows by itself. */
  readonly ahead: readonly string[] | null;
}

/** The lease under which a command is to be opened. */
export interface UnderLease {
  readonly instanceId: string;
  readonly epoch: number;
}

/** In one query, which locks the user until the end of the transaction. */
export async function standingOf(
  tx: Queries,
  { workspaceId, actorId, machine, tokenId }: Frozen,
  { instanceId, epoch }: UnderLease,
  now: number,
): Promise<Standing> {
  const [row] = await readStanding(
    tx,
    workspaceId,
    actorId ?? workspaceId,
    machine,
    tokenId ?? '',
    now,
    instanceId,
    epoch,
  );
  return {
    disabled: row?.disabled,
    role: (row?.role ?? null) as CrewRole | null,
    frozen: (row?.freeze ?? null) !== null,
    revoked: (row?.stop ?? null) !== null,
    leased: (row?.lease ?? null) !== null,
    ahead: row?.ahead ?? null,
  };
}

const selectStanding = (
  tx: Pick<Queries, 'selectFrom'>,
  workspaceId: WorkspaceId,
  actorId: string,
  machine: string,
  tokenId: string,
  now: RawBuilder<number>,
) =>
  tx
    .selectFrom('users')
    .select('users.disabled')
    .select((eb) =>
      eb
        .selectFrom('freezes')
        .select('freezes.id')
        .where((one) =>
          one.or([
            one('freezes.workspace_id', 'is', null),
            one('freezes.workspace_id', '=', workspaceId),
            one.and([
              one('freezes.workspace_id', '=', personalWorkspaceId(actorId)),
              one('freezes.machine', 'is', null),
            ]),
          ]),
        )
        .where((one) => one.or([one('freezes.machine', 'is', null), one('freezes.machine', '=', machine)]))
        .where((one) => one.or([one('freezes.token_id', 'is', null), one('freezes.token_id', '=', tokenId)]))
        .limit(1)
        .as('freeze'),
    )
    .select((eb) =>
      eb
        .selectFrom('stop_requests')
        .select('stop_requests.subject')
        .where('stop_requests.subject', '=', tokenId)
        .where('stop_requests.earlier_only', '=', 0)
        .as('stop'),
    )
    // In a crew: the role of the caller, at this moment.
    .select((eb) =>
      eb
        .selectFrom('crew_members')
        .select(roleNow(now, 'crew_members').as('role'))
        .where('crew_members.crew_id', '=', workspaceId)
        .where('crew_members.user_id', '=', actorId)
        .where((one) => one.or([one('crew_members.until', 'is', null), one('crew_members.until', '>', now)]))
        .as('role'),
    )
    .where('users.id', '=', actorId);

type StandingValues = [
  workspaceId: WorkspaceId,
  actorId: string,
  machine: string,
  tokenId: string,
  now: number,
  instanceId: string,
  epoch: number,
];

interface StandingRow {
  readonly disabled: 0 | 1;
  readonly freeze: string | null;
  readonly stop: string | null;
  readonly role: string | null;
  readonly lease: string | null;
  readonly ahead: string[] | null;
}

const leaseOf = (db: Pick<Queries, 'selectFrom'>, instanceId: string, epoch: number) =>
  db
    .selectFrom('instances')
    .select('instances.id')
    .where('instances.id', '=', instanceId)
    .where('instances.epoch', '=', epoch);

const readStanding = compileOnce(
  byDialect<StandingValues, Compilable<StandingRow>>({
    sqlite: (tx, workspaceId, actorId, machine, tokenId, now, instanceId, epoch) =>
      selectStanding(tx, workspaceId, actorId, machine, tokenId, timeNow(tx, now))
        .select(() => leaseOf(tx, instanceId, epoch).as('lease'))
        .select(sql<null>`null`.as('ahead')),
    // Several instances share it. The lease must not have run out by the database's clock; who would take it away
    // waits. What an entry that was closed left in the lanes does not count.
    postgres: (tx, workspaceId, actorId, machine, tokenId, now, instanceId, epoch) =>
      selectStanding(
        tx.with('lease', (db) =>
          leaseOf(db, instanceId, epoch).where('instances.expires_at', '>', timeNow(tx, 0)).forKeyShare(),
        ) as unknown as Pick<Queries, 'selectFrom'>,
        workspaceId,
        actorId,
        machine,
        tokenId,
        timeNow(tx, now),
      )
        .select(sql<string | null>`(select id from lease)`.as('lease'))
        .select(
          sql<string[]>`(
            select coalesce(json_agg(lane.machine order by lane.turn), '[]') from lane_entries as lane
            join audit_entries as entry on entry.execution_id = lane.execution_id and entry.status = 'running'
            where lane.workspace_id = ${workspaceId}
              and not exists (select 1 from jobs where jobs.execution_id = lane.execution_id))`.as('ahead'),
        )
        .forKeyShare(['users']),
  }),
  7,
);
