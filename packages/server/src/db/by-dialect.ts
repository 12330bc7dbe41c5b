/** What the two databases need written differently. A query knows which of them it goes to. */
import { PostgresAdapter } from 'kysely';
import type { Dialect, Queries } from './database.ts';

type Operation<Args extends readonly unknown[], Result> = (queries: Queries, ...args: Args) => Result;

/** One operation in both forms. The query handle of the call decides which one runs. */
export function byDialect<Args extends readonly unknown[], Result>(
  forms: Readonly<Record<Dialect, Operation<Args, Result>>>,
): Operation<Args, Result> {
  return (queries, ...args) => forms[dialectOf(queries)](queries, ...args);
}

const dialectOf = (queries: Queries): Dialect =>
  queries.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
