/** In the database: how far each file of checkpoints goes. */
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { AuditCheckpointFilesTable } from '../db/schema.ts';

export type FileRecord = Selectable<AuditCheckpointFilesTable>;

export async function readFileRecords(queries: Queries): Promise<FileRecord[]> {
  return queries.selectFrom('audit_checkpoint_files').selectAll().orderBy('file_id').execute();
}

export async function storeFileRecord(queries: Queries, record: FileRecord): Promise<void> {
  const { lines, hash, seal } = record;
  await queries
    .insertInto('audit_checkpoint_files')
    .values(record)
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet({ lines, hash, seal }))
    .execute();
}

/** For a database that is restored without the file. */
export async function forgetFileRecords(queries: Queries): Promise<void> {
  await queries.deleteFrom('audit_checkpoint_files').execute();
}
