/** The audit log after the master key was lost: its chains are kept, and sealed with the new key from where they end. */
import type { KeyObject } from 'node:crypto';
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { type ChainPosition, cutSeal, headSeal, lostKeySeal, sameBytes } from './chain.ts';

/** Entries up to this one have no seal that could be checked. Null: all have. A mark that is not ours counts for nothing. */
export async function lostKeyMark(
  queries: Queries,
  sealKey: KeyObject,
  workspaceId: WorkspaceId,
): Promise<ChainPosition | null> {
  const row = await queries
    .selectFrom('audit_lost_keys')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row !== undefined && sameBytes(row.seal, lostKeySeal(sealKey, row)) ? { seq: row.seq, hash: row.hash } : null;
}

/** Marks how far the lost key went, and seals the ends of all chains, and of what was archived, with the new one. */
export async function sealAnew(tx: Queries, sealKey: KeyObject): Promise<void> {
  for (const head of await tx.selectFrom('audit_heads').selectAll().execute()) {
    const { workspace_id, seq, hash } = head;
    const seal = lostKeySeal(sealKey, head);
    await tx
      .insertInto('audit_lost_keys')
      .values({ workspace_id, seq, hash, seal })
      .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ seq, hash, seal }))
      .execute();
    const end = headSeal(sealKey, head);
    await tx.updateTable('audit_heads').set({ seal: end }).where('workspace_id', '=', workspace_id).execute();
  }
  for (const cut of await tx.selectFrom('audit_cuts').selectAll().execute()) {
    const { workspace_id, seq } = cut;
    const seal = cutSeal(sealKey, cut);
    await tx
      .updateTable('audit_cuts')
      .set({ seal })
      .where('workspace_id', '=', workspace_id)
      .where('seq', '=', seq)
      .execute();
  }
  await tx.deleteFrom('audit_checkpoint_files').execute();
}
