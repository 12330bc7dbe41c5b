/** Deletes the rows whose time is over. */
import type { Queries } from './database.ts';
import type { Schema } from './schema.ts';

/** A table, its column with a time, and how long after that time its rows are kept. */
export type Expiring = {
  [Table in keyof Schema]: readonly [table: Table, column: keyof Schema[Table] & string, keptMs: number];
}[keyof Schema];

export async function deleteBefore(queries: Queries, [table, column, keptMs]: Expiring, now: number): Promise<void> {
  const { ref } = queries.dynamic;
  await queries
    .deleteFrom(table)
    .where(ref(column), '<', now - keptMs)
    .execute();
}
