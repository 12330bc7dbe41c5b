/** Whose an entry is that runs, in the database. */
import type { Queries } from '../db/database.ts';

/** From now on it is another instance's. False where it was closed, or is not this one's. */
export async function handRow(
  tx: Queries,
  executionId: string,
  owner: string,
  values: { readonly instance_id: string; readonly seal: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('audit_entries')
    .set(values)
    .where('execution_id', '=', executionId)
    .where('status', '=', 'running')
    .where('instance_id', '=', owner)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
