/** Everything that admission wants to know, in one look; this runs at every call, so it is compiled once. */
import { LIMITS, orderScopes, type PlanId, type Role, type Scope } from '@synapse/contract';
import type { ExpressionBuilder } from 'kysely';
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';

/** What the database knows about a call before it is decided. */
export interface Facts {
  /** Until when the address is trusted. */
  readonly trustedUntil: number | null;
  /** The call that is as many calls ago as the address may make in a minute: while it is younger, there is no room. */
  readonly blockingHit: number | null;
  readonly blockingHitTrusted: number | null;
  readonly token: TokenFacts | null;
}

export interface TokenFacts {
  readonly id: string;
  readonly hint: string;
  readonly scopes: readonly Scope[];
  readonly expires_at: number;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
  readonly userId: string;
  readonly username: string;
  readonly plan: PlanId;
  readonly role: Role;
  readonly disabled: 0 | 1;
}

const nthHit = (eb: ExpressionBuilder<Schema, never>, bucket: string, max: number) =>
  eb
    .selectFrom('window_hits')
    .select('window_hits.at')
    .where('bucket', '=', bucket)
    .orderBy('window_hits.at', 'desc')
    .limit(1)
    .offset(max - 1);

const addressFacts = compileOnce((queries: Queries, address: string, bucket: string) =>
  queries.selectNoFrom((eb) => [
    eb.selectFrom('trusted_addresses').select('until').where('address', '=', address).as('trusted_until'),
    nthHit(eb, bucket, LIMITS.mcpCallsPerIp.max).as('blocking_hit'),
    nthHit(eb, bucket, LIMITS.mcpCallsPerTrustedIp.max).as('blocking_hit_trusted'),
  ]),
);

const tokenFacts = compileOnce((queries: Queries, hash: Buffer) =>
  queries
    .selectFrom('ai_tokens as token')
    .innerJoin('users as owner', 'owner.id', 'token.user_id')
    .select(['token.id', 'token.hint', 'token.scopes', 'token.expires_at', 'token.last_used_at', 'token.revoked_at'])
    .select(['owner.id as userId', 'owner.username', 'owner.plan', 'owner.role', 'owner.disabled'])
    .where('token.hash', '=', hash),
);

export async function lookUp(tx: Queries, address: string, bucket: string, hash: Buffer | null): Promise<Facts> {
  const [about] = await addressFacts(tx, address, bucket);
  const [token] = hash === null ? [] : await tokenFacts(tx, hash);
  return {
    trustedUntil: about?.trusted_until ?? null,
    blockingHit: about?.blocking_hit ?? null,
    blockingHitTrusted: about?.blocking_hit_trusted ?? null,
    token:
      token === undefined
        ? null
        : {
            ...token,
            scopes: orderScopes(token.scopes.split(' ') as Scope[]),
            plan: token.plan as PlanId,
            role: token.role as Role,
          },
  };
}
