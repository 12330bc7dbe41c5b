/** Checks of machines in the database: which is due, who makes it, what it found. */
import { type Selectable, sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { MachineHealthTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';

export type HealthRow = Selectable<MachineHealthTable>;

export interface DueMachine {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly role: string;
  readonly slug: string;
}

export interface DueQuestion {
  readonly now: number;
  /** A machine that was never checked is due if it was made before. */
  readonly madeBefore: number;
  /** Users who have their share of checks for now. */
  readonly except: readonly WorkspaceId[];
  readonly limit: number;
}

/**
 * Active machines of crews and of users who are not shut out, the longest overdue first. Where an assistant says that a machine is,
 * nothing goes by itself before a person has confirmed it.
 */
export async function listDue(
  queries: Queries,
  { now, madeBefore, except, limit }: DueQuestion,
): Promise<DueMachine[]> {
  return queries
    .selectFrom('machines')
    .leftJoin('users', 'users.id', 'machines.workspace_id')
    .leftJoin('machine_health as health', 'health.machine_id', 'machines.id')
    .select(['machines.id', 'machines.workspace_id as workspaceId', 'machines.slug'])
    .select(sql<string>`coalesce(users.role, 'member')`.as('role'))
    .where('machines.statut', '=', 'active')
    .where('machines.confirmed', '=', 1)
    .where((eb) => eb.or([eb('users.id', 'is', null), eb('users.disabled', '=', 0)]))
    .$if(except.length > 0, (query) => query.where('machines.workspace_id', 'not in', except))
    .where((eb) =>
      eb.or([
        eb.and([eb('health.machine_id', 'is', null), eb('machines.created_at', '<=', madeBefore)]),
        eb.and([
          eb('health.due_at', '<=', now),
          eb.or([eb('health.taken_until', 'is', null), eb('health.taken_until', '<=', now)]),
        ]),
      ]),
    )
    .orderBy(sql`coalesce(health.due_at, 0)`)
    .limit(limit)
    .execute();
}

/** Undefined when another instance has claimed it, or the machine is gone. */
export async function takeCheck(
  queries: Queries,
  machineId: string,
  now: number,
  until: number,
): Promise<HealthRow | undefined> {
  return queries
    .insertInto('machine_health')
    .columns(['machine_id', 'due_at', 'taken_until'])
    .expression((eb) =>
      eb
        .selectFrom('machines')
        .select(['id', eb.val(now).as('due_at'), eb.val(until).as('taken_until')])
        .where('id', '=', machineId),
    )
    .onConflict((conflict) =>
      conflict
        .column('machine_id')
        .doUpdateSet({ taken_until: until })
        .where('machine_health.due_at', '<=', now)
        .where((eb) =>
          eb.or([eb('machine_health.taken_until', 'is', null), eb('machine_health.taken_until', '<=', now)]),
        ),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function keepCheck(queries: Queries, { machine_id, ...found }: HealthRow): Promise<void> {
  await queries.updateTable('machine_health').set(found).where('machine_id', '=', machine_id).execute();
}

export interface Haste {
  readonly now: number;
  readonly checkedBefore: number;
  /** Refusals that may have passed by now. */
  readonly passing: readonly string[];
  /** The others are asked again only if their check is older than this, or if the machine was reached since. */
  readonly lastingBefore: number;
}

/** What is older is due now. */
export async function hasten(
  queries: Queries,
  workspaceId: WorkspaceId,
  { now, checkedBefore, passing, lastingBefore }: Haste,
): Promise<void> {
  const stale = queries
    .selectFrom('machines')
    .innerJoin('machine_health as health', 'health.machine_id', 'machines.id')
    .select('machines.id')
    .where('machines.workspace_id', '=', workspaceId)
    .where((eb) =>
      eb.or([
        // What the check found was about another machine.
        eb('machines.updated_at', '>', eb.ref('health.checked_at')),
        eb.and([
          eb('health.checked_at', '<=', checkedBefore),
          eb.or([
            eb('health.refusal', 'is', null),
            eb('health.refusal', 'in', passing),
            eb('health.checked_at', '<=', lastingBefore),
            eb('machines.last_seen_at', '>', eb.ref('health.checked_at')),
          ]),
        ]),
      ]),
    );
  await queries
    .updateTable('machine_health')
    .set({ due_at: now })
    .where('due_at', '>', now)
    .where('machine_id', 'in', stale)
    .execute();
}

/** Machines that were never checked get their row, due now. */
export async function addUnchecked(queries: Queries, workspaceId: WorkspaceId, now: number): Promise<void> {
  await queries
    .insertInto('machine_health')
    .columns(['machine_id', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('machines')
        .leftJoin('machine_health as health', 'health.machine_id', 'machines.id')
        .select(['machines.id', eb.val(now).as('due_at')])
        .where('machines.workspace_id', '=', workspaceId)
        .where('machines.statut', '=', 'active')
        .where('health.machine_id', 'is', null),
    )
    .onConflict((conflict) => conflict.column('machine_id').doNothing())
    .execute();
}

export async function listHealth(queries: Queries, workspaceId: WorkspaceId) {
  return queries
    .selectFrom('machines')
    .leftJoin('machine_health as health', 'health.machine_id', 'machines.id')
    .select(['machines.slug', 'health.checked_at', 'health.ms', 'health.refusal', 'health.message', 'health.slots'])
    .where('machines.workspace_id', '=', workspaceId)
    .orderBy('machines.slug')
    .execute();
}
