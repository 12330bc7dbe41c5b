/** One step from an older schema to a newer one. */
import type { Dialect } from './database.ts';

export interface Migration {
  /** Sorts in order of age; never changed once released. */
  readonly name: string;
  /** Statements for each database. Both can roll back changes of tables. */
  statements(dialect: Dialect): string[];
}
