/** One step from an older schema to a newer one. */
import type { Dialect } from './database.ts';

export interface Migration {
  /** Sorts in order of age; never changed once released. */
  readonly name: string;
  /**
   * A migration only adds: instances of the version before run beside it. One that takes something away names the
   * migration of an earlier release since which no version has needed that.
   */
  readonly contracts?: string;
  /**
   * For a long table: a statement that changes so many rows which are not as they should be yet, and none when all are.
   * It is repeated after the start, while everybody is served. Until it has ended, readers know both forms.
   */
  readonly batch?: (dialect: Dialect, rows: number) => string;
  /** Statements for each database. Both can roll back changes of tables. */
  statements(dialect: Dialect): string[];
}
