/** Plain twin: every query is built and compiled at every call. */
import type { compileOnce as Real, compileInsert as RealInsert } from '../../packages/server/src/db/compile-once.ts';
import type { Queries } from '../../packages/server/src/db/database.ts';
import type { Trick } from '../without/trick.ts';

export const trick: Trick = { file: 'packages/server/src/db/compile-once.ts', loads: ['calls'] };

export const compileOnce: typeof Real =
  (build) =>
  async (queries, ...args) =>
    (await queries.executeQuery(build(queries, ...args).compile() as never)).rows as never;

export const compileInsert: typeof RealInsert = (table, columns) => async (queries: Queries, row) => {
  const values = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
  await queries
    .insertInto(table)
    .values(values as never)
    .execute();
};

export const offerShortcut = (): void => {};
