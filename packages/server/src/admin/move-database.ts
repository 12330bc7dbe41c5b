/**
 * Takes an instance from its SQLite file to PostgreSQL: copies every row, compares it, verifies the audit log on both
 * sides, and only then binds the data directory to the new database. The old file is kept under another name.
 */
import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AdminResults } from '@synapse/contract';
import { createArchive } from '../audit/archive/create-archive.ts';
import { createCheckpoints } from '../audit/checkpoints.ts';
import { type Verdict, verifyAudit } from '../audit/verify.ts';
import { inSnapshot, isEmptyDatabase, readRecords } from '../backup/create-backup.ts';
import { writeRecords } from '../backup/restore-backup.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/read-config.ts';
import type { Database, Queries } from '../db/database.ts';
import { assertRightKind, describeDatabase, ensureInstallationId, replaceRecord } from '../db/installation.ts';
import { holdWrites } from '../db/instance-lock.ts';
import { keepOwner } from '../db/keep-owner.ts';
import { openDatabase } from '../db/open.ts';
import { newId } from '../ids.ts';
import type { MasterKey } from '../vault/cipher.ts';
import { type InstanceKeys, loadInstanceKeys } from '../vault/instance-keys.ts';
import { assertMasterKey } from '../vault/rotate.ts';
import { NotNow, whileStopped } from './on-instance.ts';

export interface MoveOrder {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Where the service finds its settings. Null: only in its environment, which the person changes. */
  readonly settingsFile: string | null;
  readonly key: () => MasterKey;
  readonly clock: Clock;
  readonly onProgress: (text: string) => void;
  readonly rebuild: (tx: Queries) => Promise<void>;
}

/** The service is stopped, and nothing else writes to the old file while it is copied. */
export async function moveDatabase(order: MoveOrder): Promise<AdminResults['move']> {
  const { config, databaseUrl, clock } = order;
  assertRightKind(config);
  if (config.databaseUrl !== null) throw new NotNow('the data is in PostgreSQL already; nothing was changed');
  const there = { ...config, databaseUrl };
  const file = resolve(config.dataDir, 'synapse.db');
  const moved = await whileStopped(config, clock(), async (from) => {
    const key = order.key();
    await assertMasterKey(from, key);
    const keys = await loadInstanceKeys(from, key);
    const writes = holdWrites(file);
    const to = openDatabase(there);
    try {
      if (!(await isEmptyDatabase(to.queries))) {
        throw new NotNow(`${describeDatabase(there)} is not empty: make a new database; nothing was changed`);
      }
      const before = await verified(from, 'in the SQLite file', keys, order);
      const copied = await copy(from, to, order);
      const after = await verified(to, 'in PostgreSQL, after it was copied', keys, order);
      if (after.entries !== before.entries) throw new NotNow('the audit log did not arrive whole; nothing was changed');
      const id = await ensureInstallationId(to.queries);
      return { ...copied, entries: after.entries, id };
    } finally {
      await to.close();
      writes.release();
    }
  });
  const { id, ...counts } = moved;
  // From here on every start and command with the old database is refused.
  replaceRecord(config.dataDir, { database: 'postgres', id });
  if (order.settingsFile !== null) writeSetting(order.settingsFile, 'SYNAPSE_DATABASE_URL', databaseUrl);
  const kept = `${file}.moved`;
  renameSync(file, kept);
  return { ...counts, database: describeDatabase(there), kept, settings_file: order.settingsFile };
}

async function copy(from: Database, to: Database, order: MoveOrder): Promise<{ tables: number; rows: number }> {
  const { config, clock, onProgress } = order;
  const source = { database: from, dataDir: config.dataDir, masterKey: null, now: clock(), onProgress };
  const target = { dataDir: config.dataDir, masterKey: config.masterKey, onProgress };
  const { tables, rows } = await inSnapshot(from.queries, async (tx) => {
    const { summary } = await writeRecords(to, readRecords(source, tx, {}), target);
    return summary;
  });
  await to.transaction((tx) => order.rebuild(tx));
  return { tables, rows };
}

/** A log that is damaged is not taken along as if nothing were wrong. */
async function verified(
  database: Database,
  where: string,
  keys: InstanceKeys,
  { config, clock }: MoveOrder,
): Promise<Verdict> {
  const checkpoints = createCheckpoints(database, config.dataDir, keys);
  const archive = createArchive(config, clock);
  const verdict = await verifyAudit(database, { keys, workspaceId: null, checkpoints, archive, now: clock() });
  if (verdict.state !== 'damaged') return verdict;
  throw new NotNow(
    `the audit log is damaged ${where} (${verdict.findings[0]?.problem}): see \`synapse audit verify --offline\`; nothing was changed`,
  );
}

/** Writes one setting into the file from which the service reads them, and leaves the other lines as they are. */
function writeSetting(file: string, name: string, value: string): void {
  const others = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(`${name}=`));
  const draft = `${file}.${newId()}`;
  try {
    writeFileSync(draft, `${[...others, `${name}=${value}`].join('\n')}\n`, { flag: 'wx', mode: 0o600, flush: true });
    keepOwner(draft, file);
    chmodSync(draft, statSync(file).mode & 0o777);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}
