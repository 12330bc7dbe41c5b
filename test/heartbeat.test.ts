/** Which instances are dead: they watch each other by signs of life in the database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Audit, type AuditSubject, createAudit } from '../packages/server/src/audit/audit.ts';
import { migrate } from '../packages/server/src/db/migrate.ts';
import { openDatabase } from '../packages/server/src/db/open.ts';
import { describeOnBothDatabases } from './databases.ts';

const DEAD_MS = 30_000;
const BEAT_MS = DEAD_MS / 6;
const sealKey = Buffer.alloc(32, 1);
const subject: AuditSubject = {
  ...{ userId: 'user', source: 'mcp', machine: 'local', commandTemplate: 'sleep 60', typedChars: 8 },
  ...{ container: null, cwd: null, alias: null, tokenHint: null, ip: null },
};

describeOnBothDatabases('signs of life', ({ open }) => {
  it('of an instance whose clock is wrong count like any other’s where there are several', async () => {
    const database = open();
    const wrong = createAudit(database, () => 1_000, { instanceId: 'wrong', sealKey, deadAfterMs: DEAD_MS });
    await wrong.heartbeat();
    const { seen_at } = await database.queries
      .selectFrom('instances')
      .select('seen_at')
      .where('id', '=', 'wrong')
      .executeTakeFirstOrThrow();
    if (database.dialect === 'postgres') expect(Math.abs(seen_at - Date.now())).toBeLessThan(60_000);
    else expect(seen_at).toBe(1_000);
  });

  it('are taken back by an instance that leaves: what it left open is closed at the next look', async () => {
    const database = open();
    const audit = (instanceId: string, deadAfterMs: number) =>
      createAudit(database, Date.now, { instanceId, sealKey, deadAfterMs });
    const leaving = audit('leaving', 60_000);
    await leaving.heartbeat();
    const { executionId } = await database.transaction((tx) => leaving.open(tx, { ...subject, userId: 'other' }));
    await leaving.leave();
    const closed = await audit('staying', 0).heartbeat();
    expect(closed).toMatchObject([{ userId: 'other', executionId, machine: 'local' }]);
  });
});

// Only on SQLite: the clock of PostgreSQL cannot be moved, and the rule is the same code.
it('signs of life missing for too long close what an instance left running, unless nobody could give one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'synapse-heartbeat-'));
  const database = openDatabase({ databaseUrl: null, dataDir });
  onTestFinished(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });
  await migrate(database);
  const time = { now: Date.now() };
  const [watching, working] = ['watching', 'working'].map((instanceId) =>
    createAudit(database, () => time.now, { instanceId, sealKey, deadAfterMs: DEAD_MS }),
  ) as [Audit, Audit];
  const pass = async (ms: number, ...living: Audit[]) => {
    const closed: string[] = [];
    for (const end = time.now + ms; time.now < end; ) {
      time.now += BEAT_MS;
      for (const one of living) closed.push(...(await one.heartbeat()).map(({ executionId }) => executionId));
    }
    return closed;
  };
  const { executionId } = await database.transaction((tx) => working.open(tx, subject));
  expect(await pass(2 * DEAD_MS, watching, working)).toEqual([]);
  // The database was away: the first to come back does not declare the other dead.
  time.now += 2 * DEAD_MS;
  expect(await watching.heartbeat()).toEqual([]);
  expect(await pass(DEAD_MS, working, watching)).toEqual([]);
  // Gone for good, and reported once.
  expect(await pass(DEAD_MS - BEAT_MS, watching)).toEqual([]);
  expect(await pass(3 * BEAT_MS, watching)).toEqual([executionId]);
  expect(await watching.find('user', executionId)).toMatchObject({ status: 'interrupted', exit_code: null });
});
