/**
 * What filters, aliases, commands and machines saved, as counters made from the audit log. The next call reads only what is new.
 */
import { sql } from 'kysely';
import { NO_MACHINE, NOT_BROWSED } from '../audit/audit.ts';
import { DAY_MS } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';

export const BREAKDOWN_KINDS = ['filter', 'alias', 'command', 'machine'] as const;
export type BreakdownKind = (typeof BREAKDOWN_KINDS)[number];

export interface Saving {
  readonly name: string;
  readonly runs: number;
  readonly saved: number;
}

export interface LogSpan {
  readonly workspaceId: WorkspaceId;
  /** Entries after this one … */
  readonly after: number;
  /** … up to this one. */
  readonly upTo: number;
}

/** What is counted of the savings, and of the clients. */
export type Marks = 'usage_marks' | 'usage_client_marks';

export async function readMark(queries: Queries, marks: Marks, workspaceId: WorkspaceId): Promise<number> {
  const row = await queries.selectFrom(marks).select('seq').where('workspace_id', '=', workspaceId).executeTakeFirst();
  return row?.seq ?? 0;
}

/** How far this user's log was read. The row is locked until the transaction ends, so no entry is counted twice. */
export async function lockMark(tx: Queries, marks: Marks, workspaceId: WorkspaceId): Promise<number> {
  await tx
    .insertInto(marks)
    .values({ workspace_id: workspaceId, seq: 0 })
    .onConflict((conflict) => conflict.column('workspace_id').doNothing())
    .execute();
  const { seq } = await tx
    .selectFrom(marks)
    .select('seq')
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return seq;
}

export async function moveMark(tx: Queries, marks: Marks, workspaceId: WorkspaceId, seq: number): Promise<void> {
  await tx.updateTable(marks).set({ seq }).where('workspace_id', '=', workspaceId).execute();
}

/** Each kind's name in an entry, what it saved, and which entries have one. */
function shapeOf(kind: BreakdownKind, commandChars: number) {
  switch (kind) {
    case 'filter':
      return { name: sql`filter`, saved: sql`coalesce(saved_tokens, 0)`, has: sql`filter is not null` };
    case 'alias':
      return {
        name: sql`lower(alias)`,
        saved: sql`case when typed_chars = 0 then 0 else length(command_template) - typed_chars end`,
        has: sql`alias is not null`,
      };
    case 'command':
      return {
        name: sql`substr(command_template, 1, ${sql.lit(commandChars)})`,
        saved: sql`coalesce(saved_tokens, 0)`,
        has: sql`status <> 'refused'`,
      };
    case 'machine':
      return { name: sql`machine`, saved: sql`coalesce(saved_tokens, 0)`, has: sql`status <> 'refused'` };
  }
}

/** Its end was seen, or it was lost in the middle: the same as `hasRun` for an ending. What was only browsed is none. */
const RAN = sql`((exit_code is not null and machine <> ${sql.lit(NO_MACHINE)}) or refusal = 'execution_lost')
  and ${NOT_BROWSED}`;

/** Adds those entries to the counters, all within the database. */
export async function countSpan(
  tx: Queries,
  kind: BreakdownKind,
  { workspaceId, after, upTo }: LogSpan,
  commandChars: number,
): Promise<void> {
  const { name, saved, has } = shapeOf(kind, commandChars);
  await sql`
    insert into usage_breakdown (workspace_id, kind, day, name, runs, saved)
    select workspace_id, ${sql.lit(kind)}, created_at / ${sql.lit(DAY_MS)}, ${name}, count(*), sum(${saved})
    from audit_entries
    where workspace_id = ${workspaceId} and seq > ${after} and seq <= ${upTo} and ${RAN} and ${has}
    group by 1, 2, 3, 4
    on conflict (workspace_id, kind, day, name) do update
    set runs = usage_breakdown.runs + excluded.runs, saved = usage_breakdown.saved + excluded.saved
  `.execute(tx);
}

/**
 * The largest savings from day `since` on: what is counted, and (`withRest`) what is after the mark and cannot be
 * counted yet. In one statement, so that a mark that moves meanwhile loses nothing and counts nothing twice.
 */
export async function largestSavings(
  queries: Queries,
  kind: BreakdownKind,
  { workspaceId, since, withRest }: { workspaceId: WorkspaceId; since: number; withRest: boolean },
  { most, commandChars }: { most: number; commandChars: number },
): Promise<Saving[]> {
  const { name, saved, has } = shapeOf(kind, commandChars);
  // Found from the end of the chain, not by the index on time, which would read a month to find a handful.
  const { rows } = await sql<Saving>`
    select name, cast(sum(runs) as bigint) as runs, cast(sum(saved) as bigint) as saved from (
      select name, runs, saved from usage_breakdown
      where workspace_id = ${workspaceId} and kind = ${sql.lit(kind)} and day >= ${since}
      union all
      select ${name} as name, 1 as runs, ${saved} as saved from audit_entries
      where ${sql.lit(withRest)} and workspace_id = ${workspaceId} and created_at + 0 >= ${since * DAY_MS} and ${RAN} and ${has}
        and seq > coalesce((select marks.seq from usage_marks as marks where marks.workspace_id = ${workspaceId}), 0)
    ) as counted
    group by name order by saved desc, runs desc, name limit ${most}
  `.execute(queries);
  return rows;
}

export interface ClientSaving extends Saving {
  /** Bytes of stdout, before and after compaction. */
  readonly printed: number;
  readonly returned: number;
}

/** A token by its hint; anything else by where it came from. */
const CLIENT = sql`coalesce(token_hint, source)`;
const PRINTED = sql`coalesce(stdout_bytes, 0)`;
const RETURNED = sql`coalesce(returned_bytes, 0)`;
const SAVED = sql`coalesce(saved_tokens, 0)`;

export async function countClients(tx: Queries, { workspaceId, after, upTo }: LogSpan): Promise<void> {
  await sql`
    insert into usage_clients (workspace_id, day, name, runs, saved, printed, returned)
    select workspace_id, created_at / ${sql.lit(DAY_MS)}, ${CLIENT}, count(*), sum(${SAVED}), sum(${PRINTED}), sum(${RETURNED})
    from audit_entries
    where workspace_id = ${workspaceId} and seq > ${after} and seq <= ${upTo} and ${RAN}
    group by 1, 2, 3
    on conflict (workspace_id, day, name) do update
    set runs = usage_clients.runs + excluded.runs, saved = usage_clients.saved + excluded.saved,
      printed = usage_clients.printed + excluded.printed, returned = usage_clients.returned + excluded.returned
  `.execute(tx);
}

/** As `largestSavings`, by client. */
export async function clientSavings(
  queries: Queries,
  { workspaceId, since, withRest }: { workspaceId: WorkspaceId; since: number; withRest: boolean },
  most: number,
): Promise<ClientSaving[]> {
  const { rows } = await sql<ClientSaving>`
    select name, cast(sum(runs) as bigint) as runs, cast(sum(saved) as bigint) as saved,
      cast(sum(printed) as bigint) as printed, cast(sum(returned) as bigint) as returned
    from (
      select name, runs, saved, printed, returned from usage_clients where workspace_id = ${workspaceId} and day >= ${since}
      union all
      select ${CLIENT} as name, 1 as runs, ${SAVED} as saved, ${PRINTED} as printed, ${RETURNED} as returned
      from audit_entries
      where ${sql.lit(withRest)} and workspace_id = ${workspaceId} and created_at + 0 >= ${since * DAY_MS} and ${RAN}
        and seq > coalesce((select marks.seq from usage_client_marks as marks where marks.workspace_id = ${workspaceId}), 0)
    ) as counted
    group by name order by saved desc, runs desc, name limit ${most}
  `.execute(queries);
  return rows;
}

export interface DayOutput {
  readonly day: number;
  readonly printed: number;
  readonly returned: number;
}

/** By day, the oldest first: what was printed, and what of it was answered. A day without a command has no row. */
export async function dailyOutput(
  queries: Queries,
  { workspaceId, since, withRest }: { workspaceId: WorkspaceId; since: number; withRest: boolean },
): Promise<DayOutput[]> {
  const { rows } = await sql<DayOutput>`
    select day, cast(sum(printed) as bigint) as printed, cast(sum(returned) as bigint) as returned
    from (
      select day, printed, returned from usage_clients where workspace_id = ${workspaceId} and day >= ${since}
      union all
      select created_at / ${sql.lit(DAY_MS)} as day, ${PRINTED} as printed, ${RETURNED} as returned
      from audit_entries
      where ${sql.lit(withRest)} and workspace_id = ${workspaceId} and created_at + 0 >= ${since * DAY_MS} and ${RAN}
        and seq > coalesce((select marks.seq from usage_client_marks as marks where marks.workspace_id = ${workspaceId}), 0)
    ) as counted
    group by day order by day
  `.execute(queries);
  return rows;
}

/**
 * Removes what is older than any period, and of each day that is over all commands but the `most` that saved most: what
 * an answer adds up does not grow with how many different commands were run.
 */
export async function pruneBreakdown(
  tx: Queries,
  workspaceId: WorkspaceId,
  { oldest, today, most }: { oldest: number; today: number; most: number },
): Promise<void> {
  await tx.deleteFrom('usage_breakdown').where('workspace_id', '=', workspaceId).where('day', '<', oldest).execute();
  await tx.deleteFrom('usage_clients').where('workspace_id', '=', workspaceId).where('day', '<', oldest).execute();
  const commands = tx
    .selectFrom('usage_breakdown')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'command');
  const crowded = await commands
    .select('day')
    .where('day', '<', today)
    .groupBy('day')
    .having((eb) => eb.fn.countAll(), '>', most)
    .execute();
  for (const { day } of crowded) {
    const best = await commands
      .select('name')
      .where('day', '=', day)
      .orderBy('saved', 'desc')
      .orderBy('runs', 'desc')
      .orderBy('name')
      .limit(most)
      .execute();
    await tx
      .deleteFrom('usage_breakdown')
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', 'command')
      .where('day', '=', day)
      .where(
        'name',
        'not in',
        best.map(({ name }) => name),
      )
      .execute();
  }
}
