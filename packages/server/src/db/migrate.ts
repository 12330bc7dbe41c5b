/** Brings a database to the newest schema: in order, each step whole or not at all, one instance at a time. */
import { sql } from 'kysely';
import type { Database, Queries } from './database.ts';
import { hasTable } from './has-table.ts';
import type { Migration } from './migration.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { NO_HURRY } from './no-hurry.ts';

/** Any number that no other program uses on the same database. */
const LOCK = 7_961_203;

/** The names of the migrations that were applied now. */
export async function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): Promise<string[]> {
  return database.transaction(async (tx) => {
    if (database.dialect === 'postgres') {
      // Another instance may be at it, for as long as it takes.
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local lock_timeout = 0`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(tx);
      await sql`select pg_advisory_xact_lock(${LOCK}) ${sql.raw(NO_HURRY)}`.execute(tx);
    }
    await sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`.execute(tx);
    const known = await appliedMigrations(tx);
    refuseNewer(known, migrations);
    const missing = migrations.filter(({ name }) => !known.includes(name));
    for (const migration of missing) {
      for (const statement of migration.statements(database.dialect))
        await sql.raw(`${statement} ${NO_HURRY}`).execute(tx);
      await sql`insert into migrations (name, applied_at) values (${migration.name}, ${Date.now()})`.execute(tx);
    }
    return missing.map(({ name }) => name);
  });
}

/** Brings an empty database to the schema with exactly these migrations, for rows that were written under it. */
export async function migrateUpTo(database: Database, names: readonly string[]): Promise<void> {
  const known = MIGRATIONS.filter(({ name }) => names.includes(name));
  refuseNewer(names, known);
  await migrate(database, known);
}

/** What is still to be done. Changes nothing. Throws NewerDatabase. */
export async function pendingMigrations(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  const known = await knownMigrations(database);
  refuseNewer(known, migrations);
  return migrations.filter(({ name }) => !known.includes(name)).map(({ name }) => name);
}

/** False for an empty database. */
export async function isMigrated(database: Database): Promise<boolean> {
  return (await knownMigrations(database)).length > 0;
}

/** None for an empty database. Throws where it is out of reach. */
async function knownMigrations({ queries }: Database): Promise<string[]> {
  return (await hasTable(queries, 'migrations')) ? appliedMigrations(queries) : [];
}

export async function appliedMigrations(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(queries);
  return rows.map(({ name }) => name);
}

/** Whether a newer version has changed the schema since this process started. Asks the database, so it may fail. */
export async function isSchemaNewer(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ newest: string }>`select max(name) as newest from migrations`.execute(queries);
  return rows[0]!.newest > MIGRATIONS.at(-1)!.name;
}

/** A database that this version cannot read correctly. */
export class NewerDatabase extends Error {
  constructor(names: readonly string[]) {
    super(`the database was written by a newer version of Synapse (${names.join(', ')}): update this one`);
    this.name = 'NewerDatabase';
  }
}

function refuseNewer(known: readonly string[], migrations: readonly Migration[]): void {
  const foreign = known.filter((name) => !migrations.some((migration) => migration.name === name));
  if (foreign.length > 0) throw new NewerDatabase(foreign);
}
