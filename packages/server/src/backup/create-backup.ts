/** Writes everything that makes up an instance into one sealed file, while it runs. */
import { createWriteStream, existsSync, linkSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readLine } from '../audit/checkpoint-line.ts';
import { CHECKPOINT_FILE, type FileRecord, readFileRecords } from '../audit/checkpoints.ts';
import { previousOf } from '../audit/rotate-file.ts';
import type { Database, Queries } from '../db/database.ts';
import { appliedMigrations } from '../db/migrate.ts';
import { newId } from '../ids.ts';
import { VERSION } from '../service/service-version.ts';
import { syncFolder } from '../vault/master-key.ts';
import { BackupError, sealArchive } from './archive.ts';
import { readCatalogue } from './catalogue-store.ts';
import { createDigest, type TableDigest } from './digest.ts';
import type { BackupRecord } from './records.ts';
import { hasUsers, inSnapshot, readRows } from './row-store.ts';

// For other modules.
export { isEmptyDatabase } from './catalogue-store.ts';
export { inSnapshot } from './row-store.ts';

export interface BackupOrder {
  readonly database: Database;
  readonly dataDir: string;
  readonly file: string;
  readonly passphrase: string;
  /** Null: without the key, which is kept elsewhere, the file is useless. */
  readonly masterKey: Buffer | null;
  readonly now: number;
  readonly onProgress: (text: string) => void;
}

export async function createBackup(order: BackupOrder): Promise<{ tables: number; rows: number }> {
  const { database, file, passphrase } = order;
  if (existsSync(file)) throw new BackupError(`${file} is there already: choose another name`);
  if (!existsSync(dirname(file))) throw new BackupError(`${dirname(file)} is not there: make it first`);
  const draft = `${file}.${newId()}.partial`;
  const counted: Record<string, TableDigest> = {};
  try {
    await inSnapshot(database.queries, async (tx) => {
      // Nothing is worth less than a backup of the wrong database that succeeds every night.
      if (!(await hasUsers(tx)))
        throw new BackupError('the database has no users: it is not the one of an instance in use');
      const lines = toLines(readRecords(order, tx, counted));
      const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(sealArchive(passphrase, lines), target);
    });
    // A link, unlike a rename, never replaces a file that appeared meanwhile.
    linkSync(draft, file);
    syncFolder(dirname(file));
  } finally {
    rmSync(draft, { force: true });
  }
  const digests = Object.values(counted);
  return { tables: digests.length, rows: digests.reduce((sum, { rows }) => sum + rows, 0) };
}

/** Everything in one state of the database, as the lines of a backup. */
export async function* readRecords(
  { database, dataDir, masterKey, now, onProgress }: Omit<BackupOrder, 'file' | 'passphrase'>,
  tx: Queries,
  counted: Record<string, TableDigest>,
): AsyncGenerator<BackupRecord> {
  const migrations = await appliedMigrations(tx);
  yield {
    kind: 'start',
    created_at: new Date(now).toISOString(),
    version: VERSION,
    dialect: database.dialect,
    migrations,
  };
  if (masterKey !== null) yield { kind: 'master-key', key: masterKey.toString('base64') };
  for (const table of await readCatalogue(tx)) {
    const { name, columns, counter } = table;
    yield { kind: 'table', name, columns: [...columns], counter };
    const digest = createDigest(columns);
    let written = 0;
    for await (const rows of readRows(tx, table)) {
      digest.add(rows);
      yield { kind: 'rows', rows: rows.map((row) => [...row]) };
      written += rows.length;
      onProgress(`${name}: ${written} rows`);
    }
    counted[name] = digest.end();
  }
  const checkpoints = join(dataDir, CHECKPOINT_FILE);
  if (existsSync(checkpoints)) {
    // Lines that this state of the database does not know yet may mark entries that it does not have. If the file has
    // rotated since, that state knows lines of the previous one.
    const records = await readFileRecords(tx);
    const text = linesKnown(readFileSync(checkpoints, 'utf8'), records);
    const previous = previousOf(checkpoints);
    const before = text === '' && existsSync(previous) ? linesKnown(readFileSync(previous, 'utf8'), records) : '';
    yield { kind: 'checkpoints', text: text || before };
  }
  yield { kind: 'end', tables: counted };
}

function linesKnown(text: string, records: readonly FileRecord[]): string {
  const lines = text.split('\n').slice(0, -1);
  const known = lines.filter((each) => {
    const line = readLine(each);
    const record = line === null ? undefined : records.find(({ file_id }) => file_id === line.file);
    return line === null || (record !== undefined && line.n <= record.lines);
  });
  return known.map((line) => `${line}\n`).join('');
}

async function* toLines(source: AsyncIterable<BackupRecord>): AsyncGenerator<string> {
  for await (const record of source) yield `${JSON.stringify(record)}\n`;
}
