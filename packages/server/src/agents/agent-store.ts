/** Agents in the database: one row per machine of that kind. */
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { AgentsTable } from '../db/schema.ts';

export type AgentRow = Selectable<AgentsTable>;
export interface KnownAgent extends AgentRow {
  readonly workspace_id: string;
  readonly slug: string;
  readonly last_seen_at: number | null;
}

export interface AboutAgent {
  readonly version: string;
  readonly platform: string;
  readonly hostname: string;
}

/** A new enrolment: the key that was known before is no longer valid. */
export async function putCode(queries: Queries, machineId: string, hash: Buffer, expiresAt: number): Promise<void> {
  const fresh = {
    code_hash: hash,
    code_expires_at: expiresAt,
    code_used_at: null,
    public_key: null,
    enrolled_ip: null,
    version: null,
    platform: null,
    hostname: null,
  };
  await queries
    .insertInto('agents')
    .values({ machine_id: machineId, ...fresh })
    .onConflict((conflict) => conflict.column('machine_id').doUpdateSet(fresh))
    .execute();
}

export function findByCode(queries: Queries, hash: Buffer): Promise<KnownAgent | undefined> {
  return known(queries).where('agents.code_hash', '=', hash).executeTakeFirst();
}

export function findAgent(queries: Queries, machineId: string): Promise<KnownAgent | undefined> {
  return known(queries).where('agents.machine_id', '=', machineId).executeTakeFirst();
}

export async function findAgents(queries: Queries, machineIds: readonly string[]): Promise<KnownAgent[]> {
  return machineIds.length === 0 ? [] : known(queries).where('agents.machine_id', 'in', machineIds).execute();
}

export async function countEnrolled(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('agents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('public_key', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const known = (queries: Queries) =>
  queries
    .selectFrom('agents')
    .innerJoin('machines', 'machines.id', 'agents.machine_id')
    .selectAll('agents')
    .select(['machines.workspace_id', 'machines.slug', 'machines.last_seen_at']);

/** False when another call was first. */
export async function pinKey(
  queries: Queries,
  agent: { machineId: string; key: Buffer; ip: string; about: AboutAgent },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('agents')
    .set({ public_key: agent.key, code_used_at: now, enrolled_ip: agent.ip, ...agent.about })
    .where('machine_id', '=', agent.machineId)
    .where('code_used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * The code for a machine that an assistant made may have leaked through it: a person confirms who enrolled, also
 * where they confirmed the machine before.
 */
export async function unconfirmEnrolled(tx: Queries, machineId: string): Promise<void> {
  await tx
    .updateTable('machines')
    .set((eb) => ({ confirmed: 0, version: eb('version', '+', 1) }))
    .where('id', '=', machineId)
    .where('made_by', '=', 'assistant')
    .execute();
}

export async function noteAbout(queries: Queries, machineId: string, about: AboutAgent): Promise<void> {
  await queries.updateTable('agents').set(about).where('machine_id', '=', machineId).execute();
}

export async function noteRefusal(
  queries: Queries,
  machineId: string,
  refused: { at: number; reason: string; ip: string },
): Promise<void> {
  await queries
    .updateTable('agents')
    .set({ refused_at: refused.at, refused_reason: refused.reason, refused_ip: refused.ip })
    .where('machine_id', '=', machineId)
    .execute();
}

/** Of the given machines, those that still exist. */
export async function markAllSeen(queries: Queries, machineIds: readonly string[], now: number): Promise<string[]> {
  const rows = await queries
    .updateTable('machines')
    .set({ last_seen_at: now })
    .where('id', 'in', machineIds)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
