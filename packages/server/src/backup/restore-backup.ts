/** Restores a backup into an empty place: all of it, compared row by row with what was written, or nothing. */
import { createReadStream, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdminResults } from '@synapse/contract';
import { readLine } from '../audit/checkpoint-line.ts';
import { CHECKPOINT_FILE, forgetFileRecords } from '../audit/checkpoints.ts';
import type { Database, Queries } from '../db/database.ts';
import { ensureInstallationId, RECORD_FILE, replaceRecord } from '../db/installation.ts';
import { makeFolder } from '../db/make-folder.ts';
import { migrate, migrateUpTo } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { masterKey } from '../vault/cipher.ts';
import { createKeyFile, findMasterKey, MasterKeyError, syncFolder } from '../vault/master-key.ts';
import { assertOpens } from '../vault/rotate.ts';
import { BackupError, openArchive } from './archive.ts';
import { isEmptyDatabase, readCatalogue } from './catalogue-store.ts';
import { createDigest } from './digest.ts';
import { BackupRecord } from './records.ts';
import { insertRows, readRows, setCounter } from './row-store.ts';

export interface RestoreOrder {
  readonly file: string;
  readonly passphrase: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly databaseCa?: string | null;
  /** As configured. Null: the key in the data directory or in the backup. */
  readonly masterKey: Buffer | null;
  /** Rebuilds what is derived from the rest, such as the full-text index. */
  readonly rebuild: (tx: Queries) => Promise<void>;
  readonly onProgress: (text: string) => void;
}

type Restored = AdminResults['restore'];
type Of<K extends BackupRecord['kind']> = Extract<BackupRecord, { kind: K }>;

export async function restoreBackup(order: RestoreOrder): Promise<Restored> {
  const { dataDir } = order;
  refuseToOverwrite(order);
  makeFolder(dataDir);
  // Built beside its final place, so that a failure leaves no half of an instance behind.
  const workshop = mkdtempSync(join(dataDir, '.restore-'));
  const database = openDatabase({ databaseUrl: order.databaseUrl, databaseCa: order.databaseCa, dataDir: workshop });
  let closed = false;
  try {
    if (!(await isEmptyDatabase(database.queries))) {
      throw new BackupError('the database is not empty: restore into a new one');
    }
    const source = parsed(openArchive(order.passphrase, createReadStream(order.file)));
    const restored = await writeRecords(database, source, order);
    await migrate(database);
    await database.transaction((tx) => order.rebuild(tx));
    // The old file belongs to the instances that wrote it: here a new one is begun.
    const lines = (restored.checkpoints ?? '').split('\n');
    if (lines.every((line) => readLine(line) === null)) await forgetFileRecords(database.queries);
    const id = await ensureInstallationId(database.queries);
    await database.close();
    closed = true;
    if (order.databaseUrl === null) renameSync(join(workshop, 'synapse.db'), join(dataDir, 'synapse.db'));
    const { summary, key, checkpoints } = restored;
    if (checkpoints !== null) writeFileSync(join(dataDir, CHECKPOINT_FILE), checkpoints, { flag: 'wx', mode: 0o600 });
    if (summary.master_key === 'restored' && key !== null) createKeyFile(dataDir, join(dataDir, 'master.key'), key);
    replaceRecord(dataDir, { database: database.dialect, id });
    syncFolder(dataDir);
    return summary;
  } finally {
    if (!closed) await database.close();
    rmSync(workshop, { recursive: true, force: true });
  }
}

function refuseToOverwrite({ dataDir, file }: RestoreOrder): void {
  if (!existsSync(file)) throw new BackupError(`${file} is not there`);
  const taken = ['synapse.db', CHECKPOINT_FILE, RECORD_FILE].find((name) => existsSync(join(dataDir, name)));
  if (taken !== undefined) {
    throw new BackupError(`${join(dataDir, taken)} is there already: restore into an empty directory`);
  }
}

type KeyPlace = Pick<RestoreOrder, 'masterKey' | 'dataDir' | 'onProgress'>;

/** Writes the lines of a backup into an empty database, and compares every row. */
export async function writeRecords(
  database: Database,
  source: AsyncGenerator<BackupRecord>,
  order: KeyPlace,
): Promise<{ summary: Restored; key: Buffer | null; checkpoints: string | null }> {
  const start = await source.next();
  if (start.done || start.value.kind !== 'start') throw new BackupError('the backup does not begin as one');
  const { created_at, migrations } = start.value;
  await migrateUpTo(database, migrations);

  let key: Buffer | null = null;
  let checkpoints: string | null = null;
  const summary = await database.transaction(async (tx) => {
    let table: Of<'table'> | null = null;
    let end: Of<'end'> | null = null;
    for await (const record of source) {
      if (end !== null || record.kind === 'start') throw new BackupError('the backup has its parts in a wrong order');
      if (record.kind === 'master-key') key = Buffer.from(record.key, 'base64');
      if (record.kind === 'checkpoints') checkpoints = record.text;
      if (record.kind === 'end') end = record;
      if (record.kind === 'table') table = await beginTable(tx, record, order);
      if (record.kind === 'rows') {
        if (table === null) throw new BackupError('the backup has rows of no table');
        await insertRows(tx, table.name, table.columns, record.rows);
      }
    }
    if (end === null) throw new BackupError('the backup has no end');
    const rows = await compare(tx, end.tables);
    const fits = await checkKey(tx, order, key);
    return { created_at, tables: Object.keys(end.tables).length, rows, master_key: fits };
  });
  return { summary, key, checkpoints };
}

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<BackupRecord> {
  for await (const line of lines) {
    const record = BackupRecord.safeParse(JSON.parse(line));
    if (!record.success) throw new BackupError('the backup holds what this version does not know');
    yield record.data;
  }
}

async function beginTable(tx: Queries, table: Of<'table'>, { onProgress }: KeyPlace): Promise<Of<'table'>> {
  onProgress(table.name);
  const known = (await readCatalogue(tx)).find(({ name }) => name === table.name);
  if (known === undefined || table.columns.some((column) => !known.columns.includes(column))) {
    throw new BackupError(`the backup has a table that this version does not know: ${table.name}`);
  }
  if (table.counter !== null) await setCounter(tx, table.name, table.counter);
  return table;
}

/** Every row is read back: what the database stored must be what the backup holds. */
async function compare(tx: Queries, expected: Of<'end'>['tables']): Promise<number> {
  let rows = 0;
  for (const table of await readCatalogue(tx)) {
    const digest = createDigest(table.columns);
    for await (const page of readRows(tx, table)) digest.add(page);
    const found = digest.end();
    const wanted = expected[table.name] ?? { rows: 0, digest: createDigest([]).end().digest };
    if (found.rows !== wanted.rows || found.digest !== wanted.digest) {
      throw new BackupError(`table ${table.name} did not come back as it was; nothing was restored`);
    }
    rows += found.rows;
  }
  return rows;
}

async function checkKey(tx: Queries, order: KeyPlace, fromBackup: Buffer | null): Promise<Restored['master_key']> {
  const inPlace = findMasterKey(order);
  const key = inPlace ?? fromBackup;
  if (key === null) return 'missing';
  try {
    await assertOpens(tx, masterKey(key));
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    throw new BackupError('the master key in place is not the one of this backup; nothing was restored');
  }
  return inPlace === null ? 'restored' : 'in place';
}
