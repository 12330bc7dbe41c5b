/** Queries of the hot path: compiled once per dialect, then run with other values. Compiling costs ten times the run. */
import type { Compilable, CompiledQuery, Insertable } from 'kysely';
import type { Queries } from './database.ts';
import type { Schema } from './schema.ts';

/** Stands for the value at one place of the argument list while the query is compiled. */
class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** Runs a statement at once; undefined where it must take its turn with the others. */
export type RunAtOnce = (text: string, values: readonly unknown[]) => readonly unknown[] | undefined;

const shortcuts = new WeakMap<Queries, RunAtOnce>();

/** Where a database answers in the same process, what is compiled needs none of the layers in between. */
export function offerShortcut(queries: Queries, runAtOnce: RunAtOnce): void {
  shortcuts.set(queries, runAtOnce);
}

/**
 * `build` is called once and must use its arguments as values only: what it decides by looking at them would be
 * decided for every later call.
 */
export function compileOnce<Args extends readonly unknown[], Row>(
  build: (queries: Queries, ...args: Args) => Compilable<Row>,
): (queries: Queries, ...args: Args) => Promise<Row[]> {
  const run = compiledQuery<Row>(build.length - 1, (queries, slots) => build(queries, ...(slots as unknown as Args)));
  return (queries, ...args) => run(queries, args);
}

/** The same for a whole row: every column is written at every call, without a value as null. */
export function compileInsert<Table extends keyof Schema, Column extends keyof Insertable<Schema[Table]> & string>(
  table: Table,
  columns: readonly Column[],
): (queries: Queries, row: Pick<Insertable<Schema[Table]>, Column>) => Promise<void> {
  const run = compiledQuery(columns.length, (queries, slots) =>
    queries
      .insertInto(table)
      .values(Object.fromEntries(columns.map((column, index) => [column, slots[index]])) as Insertable<Schema[Table]>),
  );
  return async (queries, row) => {
    await run(
      queries,
      columns.map((column) => row[column] ?? null),
    );
  };
}

function compiledQuery<Row>(
  arity: number,
  build: (queries: Queries, slots: readonly Slot[]) => Compilable<Row>,
): (queries: Queries, args: readonly unknown[]) => Promise<Row[]> {
  const known = new Map<unknown, CompiledQuery<Row>>();

  return async (queries, args) => {
    const dialect = queries.getExecutor().adapter.constructor;
    let compiled = known.get(dialect);
    if (compiled === undefined) {
      compiled = build(
        queries,
        Array.from({ length: arity }, (_, index) => new Slot(index)),
      ).compile();
      known.set(dialect, compiled);
    }
    const parameters = compiled.parameters.map((value) => (value instanceof Slot ? args[value.index] : value));
    const rows = shortcuts.get(queries)?.(compiled.sql, parameters);
    return (rows as Row[] | undefined) ?? (await queries.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
