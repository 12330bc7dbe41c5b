/** Queries of the hot path: compiled once per dialect, then run with new values. Compiling costs ten times the run. */
import type { Compilable, CompiledQuery, Insertable } from 'kysely';
import type { Queries } from './database.ts';
import type { Schema } from './schema.ts';

/** Stands for one value of the argument list while the query is compiled. */
class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

type Rows = readonly unknown[];
/** Runs a statement, or hands it over, at once. Undefined if it must wait for the connection. */
export type RunAtOnce = (values: readonly unknown[]) => Rows | Promise<Rows> | undefined;

const shortcuts = new WeakMap<Queries, (text: string) => RunAtOnce>();

/**
 * A compiled statement needs none of the layers in between. Statements that are asked for one after the other are handed
 * over in that order.
 */
export function offerShortcut(queries: Queries, prepare: (text: string) => RunAtOnce): void {
  shortcuts.set(queries, prepare);
}

/**
 * `build` is called once and must use its arguments as values only. Anything it decides by looking at them would be
 * decided for every later call.
 */
export function compileOnce<Args extends readonly unknown[], Row>(
  build: (queries: Queries, ...args: Args) => Compilable<Row>,
  /** How many there are, where `build` takes them as a list. */
  arity: number = build.length - 1,
): (queries: Queries, ...args: Args) => Promise<Row[]> {
  const run = compiledQuery<Row>(arity, (queries, slots) => build(queries, ...(slots as unknown as Args)));
  return (queries, ...args) => run(queries, args);
}

/** The same for a whole row: every call writes every column, a missing value as null. */
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

type Prepared<Row> = (args: readonly unknown[]) => Row[] | Promise<Row[]> | undefined;

function compiledQuery<Row>(
  arity: number,
  build: (queries: Queries, slots: readonly Slot[]) => Compilable<Row>,
): (queries: Queries, args: readonly unknown[]) => Promise<Row[]> {
  const byDialect = new Map<unknown, CompiledQuery<Row>>();
  const atOnce = new WeakMap<Queries, Prepared<Row>>();

  const compile = (queries: Queries): CompiledQuery<Row> => {
    const dialect = queries.getExecutor().adapter.constructor;
    let compiled = byDialect.get(dialect);
    if (compiled === undefined) {
      const slots = Array.from({ length: arity }, (_, index) => new Slot(index));
      compiled = build(queries, slots).compile();
      byDialect.set(dialect, compiled);
    }
    return compiled;
  };

  const prepare = (queries: Queries): Prepared<Row> => {
    const { sql, parameters } = compile(queries);
    const run = shortcuts.get(queries)?.(sql);
    if (run === undefined) return () => undefined;
    const ready = (args: readonly unknown[]) => run(fill(parameters, args)) as ReturnType<Prepared<Row>>;
    atOnce.set(queries, ready);
    return ready;
  };

  return async (queries, args) => {
    const rows = (atOnce.get(queries) ?? prepare(queries))(args);
    if (rows !== undefined) return rows;
    const compiled = compile(queries);
    return (await queries.executeQuery<Row>({ ...compiled, parameters: fill(compiled.parameters, args) })).rows;
  };
}

function fill(parameters: readonly unknown[], args: readonly unknown[]): unknown[] {
  return parameters.map((value) => (value instanceof Slot ? args[value.index] : value));
}
