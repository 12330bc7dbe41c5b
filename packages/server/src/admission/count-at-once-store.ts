/**
 * One call looked up and counted in one statement, on PostgreSQL. Where it is not certain that the address has room,
 * nothing is counted, and admit.ts decides in a transaction.
 */
import { LIMITS, type Quotas } from '@synapse/contract';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import { packWindow } from '../limits/window.ts';
import {
  type Facts,
  type FoundConnection,
  type FoundToken,
  factsOfConnection,
  factsOfToken,
  type Shown,
  selectByConnection,
  selectByToken,
} from './admission-store.ts';

export interface OneCall {
  readonly address: string;
  readonly bucket: string;
  readonly shown: Shown;
  readonly now: number;
  readonly day: number;
  /** It counts for the user's day. */
  readonly counts: boolean;
  /** No limit refuses it. */
  readonly stops: boolean;
  readonly quotas: Quotas;
  /** The last use is kept to this much, which saves a write per call. */
  readonly touchMs: number;
  readonly trustedUntil: number;
  /** Trust that ends before this is renewed. */
  readonly renewBefore: number;
}

export interface Counted extends Facts {
  /** It was counted for its address, and all that follows from it is written. */
  readonly counted: boolean;
  /** It was counted for the user's day: there was room. */
  readonly spent: boolean;
}

/** In a transaction that holds the window of the address. */
export async function countAtOnce(tx: Queries, call: OneCall): Promise<Counted> {
  const { address, bucket, shown, now, day, counts, stops, quotas } = call;
  const values = [
    now,
    packWindow([now]),
    day,
    counts,
    stops,
    JSON.stringify(quotas),
    call.touchMs,
    call.trustedUntil,
    call.renewBefore,
  ] as unknown as Values;
  if (shown.accessToken !== null) {
    const { hash, audience } = shown.accessToken;
    const found = (await byConnection(tx, address, bucket, hash, audience, ...values))[0]!;
    return { ...factsOfConnection(found), counted: found.counted, spent: found.spent };
  }
  const found = (await byToken(tx, address, bucket, shown.aiToken, ...values))[0]!;
  return { ...factsOfToken(found), counted: found.counted, spent: found.spent };
}

type Values = readonly [
  now: number,
  packed: Buffer,
  day: number,
  counts: boolean,
  stops: boolean,
  quotas: string,
  touchMs: number,
  trustedUntil: number,
  renewBefore: number,
];

const { mcpCallsPerIp: USUAL, mcpCallsPerTrustedIp: TRUSTED } = LIMITS;
/** A window shorter than this has room: its first event takes six bytes, every other at least one. */
const certainly = ({ max }: { max: number }): RawBuilder<number> => sql.lit(max + 5);
const SPAN = sql.lit(USUAL.windowMs);

/** `expires`: when the token ends. `touch`: writes its last use. */
function statement(
  facts: RawBuilder<unknown>,
  expires: RawBuilder<unknown>,
  touch: RawBuilder<unknown>,
  [address, bucket]: readonly [string, string],
  [now, packed, day, counts, , quotas, , trustedUntil, renewBefore]: Values,
) {
  return sql`
    with facts as (${facts}),
    known as (select * from facts
      where id is not null and revoked_at is null and disabled = 0 and ${expires} > ${now}::bigint),
    hit as (
      insert into windows (bucket, hits, last_at) values (${bucket}, ${packed}, ${now})
      on conflict (bucket) do update set
        hits = case when windows.last_at + ${SPAN} <= excluded.last_at then excluded.hits
          else window_with(windows.hits, greatest(excluded.last_at - windows.last_at, 0)::integer) end,
        last_at = greatest(excluded.last_at, windows.last_at)
      where windows.last_at + ${SPAN} <= excluded.last_at or octet_length(windows.hits) <
        (select case when "trustedUntil" > ${now}::bigint then ${certainly(TRUSTED)} else ${certainly(USUAL)} end from facts)
      returning 1),
    spent as (
      insert into daily_calls (user_id, day, used)
      select "userId", ${day}::integer, 1 from known, hit where ${counts}::boolean
      on conflict (user_id, day) do update set used = daily_calls.used + 1
        where daily_calls.used < (select (${quotas}::json ->> plan)::integer from known)
      returning 1),
    touched as (${touch}),
    trusted as (
      insert into trusted_addresses (address, until) select ${address}, ${trustedUntil}::bigint from known, hit
      where "trustedUntil" is null or "trustedUntil" < ${renewBefore}::bigint
      on conflict (address) do update set until = excluded.until)
    select facts.*, exists (select 1 from hit) as counted, exists (select 1 from spent) as spent from facts`;
}

type Verdict = { readonly counted: boolean; readonly spent: boolean };

const byToken = compileOnce((tx: Queries, address: string, bucket: string, hash: Buffer | null, ...values: Values) => {
  const [now, , , , , , touchMs] = values;
  const facts = selectByToken(tx, address, bucket, hash);
  const touch = sql`
      update ai_tokens set last_used_at = ${now} from known, hit where ai_tokens.id = known.id
        and (known.last_used_at is null or ${now}::bigint - known.last_used_at >= ${touchMs}::bigint)`;
  const text = statement(sql`${facts}`, sql`expires_at`, touch, [address, bucket], values);
  return { compile: () => text.compile(tx) as CompiledQuery<FoundToken & Verdict> };
}, 12);

/** The calls of a connection are counted beside its user's. */
const byConnection = compileOnce(
  (tx: Queries, address: string, bucket: string, hash: Buffer, audience: string, ...values: Values) => {
    const [now, , day, counts, stops, , touchMs] = values;
    const facts = selectByConnection(tx, address, bucket, hash, audience);
    const passes = sql`(${counts}::boolean and (${stops}::boolean or exists (select 1 from spent)))`;
    const stale = sql`(known.last_used_at is null or ${now}::bigint - known.last_used_at >= ${touchMs}::bigint)`;
    const touch = sql`
      update connections set
        last_used_at = case when ${stale} then ${now}::bigint else connections.last_used_at end,
        calls = case when not ${passes} then calls when calls_day = ${day}::integer then calls + 1 else 1 end,
        calls_day = case when ${passes} then ${day}::integer else calls_day end
      from known, hit where connections.id = known.id and (${stale} or ${passes})`;
    const expires = sql`least(coalesce(expires_at, 0), coalesce("lastAt", 0))`;
    const text = statement(sql`${facts}`, expires, touch, [address, bucket], values);
    return { compile: () => text.compile(tx) as CompiledQuery<FoundConnection & Verdict> };
  },
  13,
);
