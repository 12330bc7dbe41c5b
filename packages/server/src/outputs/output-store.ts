/** Kept outputs in the database, in sealed parts. */
import { compileInsert, compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';

export const insertPart = compileInsert('kept_outputs', [
  ...(['execution_id', 'stream', 'part', 'workspace_id', 'chars', 'sealed', 'expires_at'] as const),
]);

export interface PartSize {
  readonly stream: string;
  readonly part: number;
  readonly chars: number;
}

/** Both streams at once; of an output that has expired, none, even while some of its parts are still there. */
export const partSizes = compileOnce((queries: Queries, workspaceId: WorkspaceId, id: string, now: number) =>
  queries
    .selectFrom('kept_outputs')
    .select(['stream', 'part', 'chars'])
    .where('execution_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', now)
    .orderBy('part'),
);

export async function readPart(
  queries: Queries,
  id: string,
  stream: string,
  part: number,
): Promise<Buffer | undefined> {
  const row = await queries
    .selectFrom('kept_outputs')
    .select('sealed')
    .where('execution_id', '=', id)
    .where('stream', '=', stream)
    .where('part', '=', part)
    .executeTakeFirst();
  return row?.sealed;
}

export interface KeptPart extends PartSize {
  readonly execution_id: string;
  readonly expires_at: number;
}

/** The parts of a workspace's kept outputs, those of the newest output first, from after `before` on. */
export async function newestParts(
  queries: Queries,
  workspaceId: WorkspaceId,
  now: number,
  before: { readonly expires_at: number; readonly execution_id: string } | null,
  limit: number,
): Promise<KeptPart[]> {
  let query = queries
    .selectFrom('kept_outputs')
    .select(['execution_id', 'stream', 'part', 'chars', 'expires_at'])
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', now)
    .where('stream', 'in', ['stdout', 'stderr']);
  if (before !== null) {
    const { expires_at, execution_id } = before;
    query = query
      .where('expires_at', '<=', expires_at)
      .where((eb) => eb.or([eb('expires_at', '<', expires_at), eb('execution_id', '<', execution_id)]));
  }
  return query.orderBy('expires_at', 'desc').orderBy('execution_id', 'desc').limit(limit).execute();
}

/** In small portions, because freeing megabytes takes time. */
const DROPPED_PARTS = 100;
const DROPPED_CHARS = 2_000_000;

/** False when nothing expired is left. */
export async function dropExpired(tx: Queries, now: number): Promise<boolean> {
  const expired = await tx
    .selectFrom('kept_outputs')
    .select(['execution_id', 'stream', 'part', 'chars'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(DROPPED_PARTS)
    .execute();
  let chars = 0;
  for (const one of expired) {
    if (chars > DROPPED_CHARS) return true;
    await deletePart(tx, one.execution_id, one.stream, one.part);
    chars += one.chars;
  }
  return expired.length === DROPPED_PARTS;
}

const deletePart = compileOnce((tx: Queries, id: string, stream: string, part: number) =>
  tx.deleteFrom('kept_outputs').where('execution_id', '=', id).where('stream', '=', stream).where('part', '=', part),
);

/** The characters that a workspace's kept outputs hold. */
export async function keptChars(tx: Queries, workspaceId: WorkspaceId): Promise<number> {
  const row = await tx
    .selectFrom('kept_outputs')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('chars'), eb.val(0)).as('chars'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(row.chars);
}

export async function dropOldest(tx: Queries, workspaceId: WorkspaceId): Promise<number> {
  const oldest = await tx
    .selectFrom('kept_outputs')
    .select('execution_id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return 0;
  const dropped = await tx
    .deleteFrom('kept_outputs')
    .where('workspace_id', '=', workspaceId)
    .where('execution_id', '=', oldest.execution_id)
    .returning('chars')
    .execute();
  return dropped.reduce((sum, { chars }) => sum + chars, 0);
}
