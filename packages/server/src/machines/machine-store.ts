/** Machines in the database. */
import type { Connection, MachineKind, MachineStatut, Maker } from '@synapse/contract';
import type { Selectable } from 'kysely';
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import type { MachinesTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';
import type { KeptSandboxes } from './kept-sandbox.ts';

export interface MachineRecord {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly slug: string;
  readonly label: string;
  readonly kind: MachineKind;
  readonly containers: readonly string[];
  readonly defaultContainer: string | null;
  readonly defaultCwd: string | null;
  /** The name of the secret that answers `sudo`. */
  readonly sudoSecret: string | null;
  readonly connection: Connection | null;
  /** `host:port` → the host key that was seen there first. */
  readonly hostKeys: Readonly<Record<string, string>>;
  readonly sandboxes: KeptSandboxes;
  /** Each once, sorted. */
  readonly tags: readonly string[];
  readonly status: MachineStatut;
  readonly madeBy: Maker;
  /** Whether a person has given or confirmed where it leads. */
  readonly confirmed: boolean;
  /** Grows with every change, and with a host key that is pinned before it is confirmed. */
  readonly version: number;
  readonly lastSeenAt: number | null;
  readonly lastFailedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export async function findMachine(
  queries: Queries,
  workspaceId: WorkspaceId,
  slug: string,
): Promise<MachineRecord | undefined> {
  const [row] = await machineBySlug(queries, workspaceId, slug);
  return row === undefined ? undefined : toRecord(row);
}

const machineBySlug = compileOnce((queries: Queries, workspaceId: WorkspaceId, slug: string) =>
  queries.selectFrom('machines').selectAll().where('workspace_id', '=', workspaceId).where('slug', '=', slug),
);

export async function findMachineById(queries: Queries, id: string): Promise<MachineRecord | undefined> {
  const [row] = await machineById(queries, id);
  return row === undefined ? undefined : toRecord(row);
}

const machineById = compileOnce((queries: Queries, id: string) =>
  queries.selectFrom('machines').selectAll().where('id', '=', id),
);

export async function listMachines(queries: Queries, workspaceId: WorkspaceId): Promise<MachineRecord[]> {
  return (await machinesOf(queries, workspaceId)).map(toRecord);
}

const machinesOf = compileOnce((queries: Queries, workspaceId: WorkspaceId) =>
  queries.selectFrom('machines').selectAll().where('workspace_id', '=', workspaceId).orderBy('slug'),
);

/** False when the slug is taken. */
export async function countMachines(queries: Queries, workspaceId: WorkspaceId): Promise<number> {
  const { count } = await queries
    .selectFrom('machines')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertMachine(queries: Queries, machine: MachineRecord): Promise<boolean> {
  const inserted = await queries
    .insertInto('machines')
    .values(toRow(machine))
    .onConflict((conflict) => conflict.columns(['workspace_id', 'slug']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function replaceMachine(queries: Queries, machine: MachineRecord): Promise<boolean> {
  const { id, workspace_id: _, created_at: __, ...changes } = toRow(machine);
  const { numUpdatedRows } = await queries.updateTable('machines').set(changes).where('id', '=', id).executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteMachine(
  queries: Queries,
  workspaceId: WorkspaceId,
  slug: string,
): Promise<string | undefined> {
  const row = await queries
    .deleteFrom('machines')
    .where('workspace_id', '=', workspaceId)
    .where('slug', '=', slug)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Into another workspace, where its slug is free. What was allowed on it in the former one is over. */
export async function moveMachine(
  tx: Queries,
  { id, version }: MachineRecord,
  to: WorkspaceId,
  now: number,
): Promise<void> {
  await tx.deleteFrom('approval_grants').where('machine_id', '=', id).execute();
  await tx
    .updateTable('machines')
    .set({ workspace_id: to, version: version + 1, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Whether a command runs or waits on the machine of that slug. */
export async function isInUse(tx: Queries, workspaceId: WorkspaceId, slug: string): Promise<boolean> {
  const row = await tx
    .selectFrom('open_entries as open')
    .innerJoin('audit_entries as entry', 'entry.execution_id', 'open.execution_id')
    .select('entry.execution_id')
    .where('open.workspace_id', '=', workspaceId)
    .where('entry.machine', '=', slug)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the last command or test reached it. */
export async function markSeen(queries: Queries, id: string, seen: boolean, now: number): Promise<void> {
  await (seen ? markReached : markFailed)(queries, id, now);
}

const markReached = compileOnce((queries: Queries, id: string, now: number) =>
  queries.updateTable('machines').set({ last_seen_at: now }).where('id', '=', id),
);
const markFailed = compileOnce((queries: Queries, id: string, now: number) =>
  queries.updateTable('machines').set({ last_failed_at: now }).where('id', '=', id),
);

export async function keepSandboxes(queries: Queries, id: string, sandboxes: KeptSandboxes): Promise<void> {
  await queries
    .updateTable('machines')
    .set({ sandboxes: JSON.stringify(sandboxes) })
    .where('id', '=', id)
    .execute();
}

/** False where it is another version by now. */
export async function confirmMachine(tx: Queries, id: string, version: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('machines')
    .set({ confirmed: 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('confirmed', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Before a machine is confirmed, this is a change of what a person would confirm. */
export async function pinHostKey(queries: Queries, id: string, hostKeys: Record<string, string>): Promise<void> {
  await queries
    .updateTable('machines')
    .set((eb) => ({
      host_keys: JSON.stringify(hostKeys),
      version: eb(eb('version', '+', 1), '-', eb.ref('confirmed')),
    }))
    .where('id', '=', id)
    .execute();
}

function toRecord(row: Selectable<MachinesTable>): MachineRecord {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    slug: row.slug,
    label: row.label,
    kind: row.kind as MachineKind,
    containers: JSON.parse(row.containers) as string[],
    defaultContainer: row.default_container,
    defaultCwd: row.default_cwd,
    sudoSecret: row.sudo_secret,
    connection: row.connection === null ? null : (JSON.parse(row.connection) as Connection),
    hostKeys: JSON.parse(row.host_keys) as Record<string, string>,
    sandboxes: JSON.parse(row.sandboxes) as KeptSandboxes,
    tags: JSON.parse(row.tags) as string[],
    status: row.statut as MachineStatut,
    madeBy: row.made_by as Maker,
    confirmed: row.confirmed === 1,
    version: row.version,
    lastSeenAt: row.last_seen_at,
    lastFailedAt: row.last_failed_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toRow(machine: MachineRecord): Selectable<MachinesTable> {
  return {
    id: machine.id,
    workspace_id: machine.workspaceId,
    slug: machine.slug,
    label: machine.label,
    kind: machine.kind,
    containers: JSON.stringify(machine.containers),
    default_container: machine.defaultContainer,
    default_cwd: machine.defaultCwd,
    sudo_secret: machine.sudoSecret,
    connection: machine.connection === null ? null : JSON.stringify(machine.connection),
    host_keys: JSON.stringify(machine.hostKeys),
    sandboxes: JSON.stringify(machine.sandboxes),
    tags: JSON.stringify(machine.tags),
    statut: machine.status,
    made_by: machine.madeBy,
    confirmed: machine.confirmed ? 1 : 0,
    version: machine.version,
    last_seen_at: machine.lastSeenAt,
    last_failed_at: machine.lastFailedAt,
    created_at: machine.createdAt,
    updated_at: machine.updatedAt,
  };
}
