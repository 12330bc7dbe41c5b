/** Which instances are dead: each holds a lease in the database, and the others see it run out. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { type Audit, type AuditSubject, createAudit } from '../packages/server/src/audit/audit.ts';
import type { Clock } from '../packages/server/src/clock.ts';
import type { Database } from '../packages/server/src/db/database.ts';
import { migrate } from '../packages/server/src/db/migrate.ts';
import { openDatabase } from '../packages/server/src/db/open.ts';
import { personalWorkspaceId } from '../packages/server/src/ids.ts';
import { createLease, createSharedClock, type Lease } from '../packages/server/src/instances/index.ts';
import { describeOnBothDatabases } from './databases.ts';

const DEAD_MS = 30_000;
const BEAT_MS = DEAD_MS / 6;
const sealKey = Buffer.alloc(32, 1);
const subject: AuditSubject = {
  workspaceId: personalWorkspaceId('user'),
  source: 'mcp',
  machine: 'local',
  commandTemplate: 'sleep 60',
  typedChars: 8,
  container: null,
  cwd: null,
  alias: null,
  tokenHint: null,
  ip: null,
};

interface Member {
  readonly audit: Audit;
  readonly lease: Lease;
  /** How often it has lost its lease. */
  readonly losses: () => number;
}

function member(database: Database, instanceId: string, deadAfterMs: number, clock: Clock = Date.now): Member {
  const parts = { database, clock, shared: createSharedClock(), log: pino({ level: 'silent' }), instanceId };
  const lease = createLease({ ...parts, forMs: deadAfterMs });
  let losses = 0;
  lease.onLost((why) => {
    expect(why.code).toBe('lease_lost');
    losses += 1;
  });
  return { audit: createAudit(database, clock, { instanceId, sealKey, deadAfterMs }), lease, losses: () => losses };
}

describeOnBothDatabases('a lease', ({ open }) => {
  it('runs by the database’s clock where there are several instances, whatever their own says', async () => {
    const database = open();
    await member(database, 'wrong', DEAD_MS, () => 1_000).lease.renew();
    const { seen_at, expires_at } = await database.queries
      .selectFrom('instances')
      .select(['seen_at', 'expires_at'])
      .where('id', '=', 'wrong')
      .executeTakeFirstOrThrow();
    expect(expires_at).toBe(seen_at + DEAD_MS);
    if (database.dialect === 'postgres') expect(Math.abs(seen_at - Date.now())).toBeLessThan(60_000);
    else expect(seen_at).toBe(1_000);
  });

  it('is given back by an instance that leaves: what it left open is closed at the next look', async () => {
    const database = open();
    const leaving = member(database, 'leaving', 60_000);
    await leaving.lease.renew();
    const { executionId } = await database.transaction((tx) =>
      leaving.audit.open(tx, { ...subject, workspaceId: personalWorkspaceId('other') }),
    );
    await leaving.lease.release();
    const closed = await member(database, 'staying', 0).audit.interruptDead();
    expect(closed).toMatchObject([{ workspaceId: personalWorkspaceId('other'), executionId, machine: 'local' }]);
  });

  it('that was taken over lets nothing begin, is lost at the next renewal, and the next one is another epoch', async () => {
    const database = open();
    const frozen = member(database, 'frozen', 1);
    await frozen.lease.renew();
    // On PostgreSQL it is so short that the process itself knows it by now.
    const epoch = database.dialect === 'sqlite' ? frozen.lease.epoch() : 1;
    const { executionId, ...entry } = await database.transaction((tx) =>
      frozen.audit.open(tx, { ...subject, workspaceId: personalWorkspaceId('frozen') }),
    );
    await sleep(5);
    expect(await member(database, 'judge', 0).audit.interruptDead()).toMatchObject([{ executionId }]);
    await expect(database.transaction((tx) => frozen.lease.assertHeldIn(tx, epoch))).rejects.toMatchObject({
      code: 'lease_lost',
    });
    await frozen.lease.renew();
    expect(frozen.losses()).toBe(1);
    expect(() => frozen.lease.assertHeld(epoch)).toThrow(/bail/);

    // It ended all the same: the log is told, once, and says so to whoever asks.
    const ending = { status: 'done', exitCode: 3, durationMs: 40 } as const;
    const reconcile = () => database.transaction((tx) => frozen.audit.reconcile(tx, { executionId, ...entry }, ending));
    expect(await database.transaction((tx) => frozen.audit.close(tx, { executionId, ...entry }, ending))).toBe(false);
    expect(await reconcile()).toMatchObject({ seq: 2 });
    expect(await reconcile()).toBeNull();
    expect(await frozen.audit.find(personalWorkspaceId('frozen'), executionId)).toMatchObject({
      status: 'done',
      exit_code: 3,
    });
    const { entries } = await frozen.audit.list(personalWorkspaceId('frozen'), { limit: 5 });
    expect(entries).toMatchObject([
      {
        status: 'done',
        exit_code: 3,
        machine: '-',
        command_template: `reconciled ${executionId}`,
        reconciles: executionId,
      },
      { status: 'interrupted', exit_code: null, execution_id: executionId, reconciles: null },
    ]);
  });

  it('is not taken for the end of a command that the log tells already', async () => {
    const database = open();
    const { audit } = member(database, 'retrying', DEAD_MS);
    const entry = await database.transaction((tx) =>
      audit.open(tx, { ...subject, workspaceId: personalWorkspaceId('retrying') }),
    );
    const ending = { status: 'done', exitCode: 0, durationMs: 1 } as const;
    expect(await database.transaction((tx) => audit.close(tx, entry, ending))).toBe(true);
    // The answer to that was lost, so it is done once more.
    expect(await database.transaction((tx) => audit.close(tx, entry, ending))).toBe(false);
    expect(await database.transaction((tx) => audit.reconcile(tx, entry, ending))).toBeNull();
    const never = { ...entry, executionId: 'never committed' };
    expect(await database.transaction((tx) => audit.reconcile(tx, never, ending))).toBeNull();
  });
});

// Only on SQLite: the clock of PostgreSQL cannot be moved, and the rule is the same code.
it('a lease that runs out closes what an instance left running, unless nobody could renew one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'synapse-heartbeat-'));
  const database = openDatabase({ databaseUrl: null, dataDir });
  onTestFinished(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });
  await migrate(database);
  const time = { now: Date.now() };
  const [watching, working] = ['watching', 'working'].map((id) => member(database, id, DEAD_MS, () => time.now)) as [
    Member,
    Member,
  ];
  const look = async ({ audit, lease }: Member) => {
    await lease.renew();
    return (await audit.interruptDead()).map(({ executionId }) => executionId);
  };
  const pass = async (ms: number, ...living: Member[]) => {
    const closed: string[] = [];
    for (const end = time.now + ms; time.now < end; ) {
      time.now += BEAT_MS;
      for (const one of living) closed.push(...(await look(one)));
    }
    return closed;
  };
  await look(working);
  const { executionId } = await database.transaction((tx) => working.audit.open(tx, subject));
  expect(await pass(2 * DEAD_MS, watching, working)).toEqual([]);
  // The database was away: the first to come back does not declare the other dead.
  time.now += 2 * DEAD_MS;
  expect(await look(watching)).toEqual([]);
  expect(await pass(DEAD_MS, working, watching)).toEqual([]);
  // Gone for good, and reported once.
  expect(await pass(DEAD_MS - BEAT_MS, watching)).toEqual([]);
  expect(await pass(3 * BEAT_MS, watching)).toEqual([executionId]);
  expect(await watching.audit.find(personalWorkspaceId('user'), executionId)).toMatchObject({
    status: 'interrupted',
    exit_code: null,
  });
});
