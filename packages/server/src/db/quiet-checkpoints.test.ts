import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, it, vi } from 'vitest';
import { startQuietCheckpoints } from './quiet-checkpoints.ts';

const folder = mkdtempSync(join(tmpdir(), 'synapse-checkpoints-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('what was committed is in the database file itself after a quiet moment, and not before', async () => {
  const [file, copy] = [join(folder, 'log.db'), join(folder, 'copy.db')];
  const raw = new SQLite(file);
  raw.pragma('journal_mode = WAL');
  raw.exec('create table entries (n integer)');
  raw.pragma('wal_checkpoint(TRUNCATE)');
  const checkpoints = startQuietCheckpoints(raw);
  /** What the file holds without its write-ahead log. */
  const rowsInFile = (): unknown => {
    copyFileSync(file, copy);
    const alone = new SQLite(copy);
    const count = alone.prepare('select count(*) from entries').pluck().get();
    alone.close();
    return count;
  };
  const insert = raw.prepare('insert into entries values (?)');
  for (let n = 0; n < 200; n++) {
    insert.run(n);
    checkpoints.committed();
  }
  expect(rowsInFile()).toBe(0);
  await vi.waitFor(() => expect(rowsInFile()).toBe(200), { timeout: 10_000 });
  for (let n = 200; n < 700; n++) {
    insert.run(n);
    checkpoints.committed();
  }
  // This many pages do not wait for a quiet moment; what is under way is waited for.
  await checkpoints.stop();
  expect(rowsInFile()).toBe(700);
  raw.close();
});
