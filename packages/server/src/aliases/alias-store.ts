/** Aliases in the database: one row per user and code; upper and lower case are the same code. */
import type { AliasCarries } from '@synapse/contract';
import type { Selectable } from 'kysely';
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import { lockName } from '../db/locks.ts';
import type { AliasesTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';
import { codeKey, leadingCode } from './expand.ts';

export type AliasRow = Selectable<AliasesTable>;

/** Held until the transaction ends, so that of two changes that form a chain only together, one fails. */
export async function lockAliases(tx: Queries, workspaceId: WorkspaceId): Promise<void> {
  await lockName(tx, `aliases:${workspaceId}`);
}

export async function findAlias(
  queries: Queries,
  workspaceId: WorkspaceId,
  code: string,
): Promise<AliasRow | undefined> {
  return (await aliasByKey(queries, workspaceId, codeKey(code)))[0];
}

const aliasByKey = compileOnce((queries: Queries, workspaceId: WorkspaceId, key: string) =>
  queries.selectFrom('aliases').selectAll().where('workspace_id', '=', workspaceId).where('code_key', '=', key),
);

/** An alias whose command begins with that word. */
export async function findBeginningWith(
  queries: Queries,
  workspaceId: WorkspaceId,
  word: string,
): Promise<AliasRow | undefined> {
  return queries
    .selectFrom('aliases')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('first_word', '=', codeKey(word))
    .orderBy('code_key')
    .limit(1)
    .executeTakeFirst();
}

export async function listAliases(queries: Queries, workspaceId: WorkspaceId): Promise<AliasRow[]> {
  return queries
    .selectFrom('aliases')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('code_key')
    .execute();
}

export async function countAliases(queries: Queries, workspaceId: WorkspaceId): Promise<number> {
  const { count } = await queries
    .selectFrom('aliases')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface NewAlias {
  readonly workspaceId: WorkspaceId;
  readonly code: string;
  readonly command: string;
  readonly carries?: AliasCarries;
  readonly now: number;
}

export async function insertAlias(
  tx: Queries,
  { workspaceId, code, command, carries = {}, now }: NewAlias,
): Promise<AliasRow> {
  return tx
    .insertInto('aliases')
    .values({
      workspace_id: workspaceId,
      code_key: codeKey(code),
      code,
      command,
      ...columnsOf(carries),
      first_word: leadingCode(command),
      hit_count: 0,
      last_used_at: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function columnsOf({ machine, container, cwd, timeout_seconds }: AliasCarries) {
  return {
    machine: machine ?? null,
    container: container ?? null,
    cwd: cwd ?? null,
    timeout_seconds: timeout_seconds ?? null,
  };
}

/** Everything else stays: its count, its last use, the spelling of its code. */
export async function changeCommand(
  tx: Queries,
  row: AliasRow,
  { command, carries }: { command: string; carries: AliasCarries },
  now: number,
): Promise<AliasRow> {
  return tx
    .updateTable('aliases')
    .set({ command, ...columnsOf(carries), first_word: leadingCode(command), updated_at: now })
    .where('workspace_id', '=', row.workspace_id)
    .where('code_key', '=', row.code_key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function changeCode(tx: Queries, row: AliasRow, code: string, now: number): Promise<AliasRow> {
  return tx
    .updateTable('aliases')
    .set({ code, code_key: codeKey(code), updated_at: now })
    .where('workspace_id', '=', row.workspace_id)
    .where('code_key', '=', row.code_key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteAlias(queries: Queries, workspaceId: WorkspaceId, code: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('aliases')
    .where('workspace_id', '=', workspaceId)
    .where('code_key', '=', codeKey(code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * The database adds the number itself, so no count is lost between processes. The time of last use never runs
 * backwards. False where there is no such alias.
 */
export async function addHit(tx: Queries, workspaceId: WorkspaceId, code: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('aliases')
    .set((eb) => ({
      hit_count: eb('hit_count', '+', 1),
      last_used_at: eb.case().when('last_used_at', '>', now).then(eb.ref('last_used_at')).else(now).end(),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('code_key', '=', codeKey(code))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
