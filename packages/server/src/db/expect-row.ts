/** A statement that must find its row, or the whole transaction fails: then nothing has to wait for its answer. */
import { type RawBuilder, sql } from 'kysely';

/** As the function `expect_row` of the database raises it. */
const NO_ROW_STATE = 'SY001';

/** True, or an error, for the rows of a CTE. PostgreSQL. */
export const expectRow = (cte: string): RawBuilder<boolean> =>
  sql<boolean>`expect_row(exists (select 1 from ${sql.table(cte)}))`;

export const missedItsRow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NO_ROW_STATE;
