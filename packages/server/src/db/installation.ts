/**
 * Which database belongs to a data directory. Each database has an id of its own; the first start writes it to a small
 * file in the directory. A start or a command with any other database is refused, because the keys, the checkpoints and
 * the backups of one are worthless with another.
 */
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newId } from '../ids.ts';
import type { Database, Dialect, Queries } from './database.ts';
import { hasTable } from './has-table.ts';
import { keepOwner } from './keep-owner.ts';
import { makeFolder } from './make-folder.ts';

export const RECORD_FILE = 'instance.json';

interface InstallationRecord {
  readonly database: Dialect;
  readonly id: string;
}

interface Where {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** The configured database is not the one of the data directory. The message says what to do. */
export class WrongDatabase extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongDatabase';
  }
}

/** There is no instance in the place that the configuration names. */
export class NoInstance extends Error {
  constructor(where: Where) {
    super(
      where.databaseUrl === null
        ? `no instance lives in ${resolve(where.dataDir)}: name its directory with --data-dir or SYNAPSE_DATA_DIR`
        : `no instance lives in ${describeDatabase(where)}: check SYNAPSE_DATABASE_URL`,
    );
    this.name = 'NoInstance';
  }
}

/** For people: never with a password. */
export function describeDatabase({ databaseUrl, dataDir }: Where): string {
  if (databaseUrl === null) return `SQLite, ${resolve(dataDir, 'synapse.db')}`;
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL, ${host}${pathname}`;
}

const recordOf = (dataDir: string): string => join(dataDir, RECORD_FILE);

/** Null before the first start. */
function readRecord(dataDir: string): InstallationRecord | null {
  const file = recordOf(dataDir);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
  try {
    const { database, id } = JSON.parse(text) as Partial<InstallationRecord>;
    if ((database === 'sqlite' || database === 'postgres') && typeof id === 'string') return { database, id };
  } catch {
    // Said below.
  }
  throw new WrongDatabase(`${file} is damaged: remove it, then start the service with the database of this directory`);
}

/** Checked before the database is opened: opening an SQLite file would create it. */
export function assertRightKind(where: Where): void {
  const dir = resolve(where.dataDir);
  const record = readRecord(where.dataDir);
  const file = join(dir, 'synapse.db');
  if (where.databaseUrl === null) {
    if (record?.database === 'postgres') {
      throw new WrongDatabase(
        `${dir} belongs to a PostgreSQL database, but SYNAPSE_DATABASE_URL is not set: set it as the service has it`,
      );
    }
    if (record !== null && !existsSync(file)) {
      throw new WrongDatabase(`${file} is missing: put it back, or restore a backup into a new data directory`);
    }
    return;
  }
  if (record?.database === 'sqlite' || (record === null && existsSync(file))) {
    throw new WrongDatabase(
      `${dir} belongs to its SQLite file, but SYNAPSE_DATABASE_URL names PostgreSQL: run \`synapse move\` to take the data there, or name another data directory`,
    );
  }
}

/** Checked before anything is read or changed in a database that is in use. */
export async function assertOwnDatabase({ queries }: Database, where: Where): Promise<void> {
  const record = readRecord(where.dataDir);
  if (record === null) return;
  const id = (await hasTable(queries, 'installation')) ? await installationId(queries) : null;
  if (id === record.id) return;
  throw new WrongDatabase(
    `${resolve(where.dataDir)} belongs to another database than this one (${describeDatabase(where)}): name the right one, or, if this one was restored in its place, remove ${recordOf(resolve(where.dataDir))} and start the service`,
  );
}

/** The record of an empty database is missing, so this one is not the database of a directory that has a record. */
export function refuseEmptyDatabase(where: Where): void {
  if (readRecord(where.dataDir) === null) return;
  throw new WrongDatabase(
    `${resolve(where.dataDir)} belongs to another database, and this one is empty (${describeDatabase(where)}): name the right one, or restore a backup into a new data directory`,
  );
}

/** Null for a database that no service has used yet. */
async function installationId(queries: Queries): Promise<string | null> {
  const row = await queries.selectFrom('installation').select('id').executeTakeFirst();
  return row?.id ?? null;
}

/** The id of a migrated database, which is given one now if it has none. */
export async function ensureInstallationId(queries: Queries): Promise<string> {
  await queries
    .insertInto('installation')
    .values({ one: 1, id: newId() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await installationId(queries))!;
}

/** Binds the directory to its database. A record that is there stays: a link never replaces a file. */
export async function recordInstallation(database: Database, dataDir: string): Promise<void> {
  const id = await ensureInstallationId(database.queries);
  if (readRecord(dataDir) === null) writeRecord(dataDir, { database: database.dialect, id }, linkSync);
}

export const replaceRecord = (dataDir: string, record: InstallationRecord): void =>
  writeRecord(dataDir, record, renameSync);

function writeRecord(dataDir: string, record: InstallationRecord, place: (draft: string, file: string) => void): void {
  makeFolder(dataDir);
  const draft = `${recordOf(dataDir)}.${newId()}`;
  try {
    writeFileSync(draft, `${JSON.stringify(record)}\n`, { flag: 'wx', mode: 0o600, flush: true });
    keepOwner(draft, dataDir);
    place(draft, recordOf(dataDir));
  } catch (error) {
    // Another worker of the same service was first, with the same database.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
