/** The log of SQLite reaches the database file beside the event loop, and a program waits for that before it ends. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
  await vi.waitFor(() => expect(rowsInFile()).toBe(200), { timeout: 45_000 });
  // One that is still under way would not see what comes now.
  await checkpoints.stop();
  const more = startQuietCheckpoints(raw);
  for (let n = 200; n < 700; n++) {
    insert.run(n);
    more.committed();
  }
  // This many pages do not wait for a quiet moment; what is under way is waited for.
  await more.stop();
  expect(rowsInFile()).toBe(700);
  raw.close();
});

it('a program that ends right after many commits waits for the last checkpoint', async () => {
  const script = `
    import SQLite from 'better-sqlite3';
    import { startQuietCheckpoints } from '${join(import.meta.dirname, 'quiet-checkpoints.ts')}';
    const raw = new SQLite('${join(folder, 'ends.db')}');
    raw.pragma('journal_mode = WAL');
    const checkpoints = startQuietCheckpoints(raw);
    for (let n = 0; n < 500; n++) checkpoints.committed();
    await checkpoints.stop();
    process.stdout.write('stopped');
  `;
  const run = promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script]);
  await expect(run).resolves.toMatchObject({ stdout: 'stopped' });
});
