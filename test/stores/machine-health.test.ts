/** Checks of machines on both databases: who makes them, how often, how many at once, and what is kept. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Refusal } from '../../packages/contract/src/refusal.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
import { createMachineHealth, type MachineHealthKeeping } from '../../packages/server/src/health/machine-health.ts';
import { newId, personalWorkspaceId, type WorkspaceId } from '../../packages/server/src/ids.ts';
import { describeOnBothDatabases } from '../databases.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describeOnBothDatabases('checks of machines', ({ open }) => {
  let now = 1_800_000_000_000;

  async function addUser(database: Database, disabled: 0 | 1 = 0): Promise<WorkspaceId> {
    const id = newId();
    const at = { created_at: 1, updated_at: 1 };
    const user = { id, username: id, username_key: id, password_hash: '', plan: 'pro', role: 'member', ...at };
    await database.queries
      .insertInto('users')
      .values({ ...user, disabled, session_epoch: 0 })
      .execute();
    return personalWorkspaceId(id);
  }

  async function addMachine(
    database: Database,
    workspace_id: WorkspaceId,
    slug: string,
    statut = 'active',
  ): Promise<void> {
    const none = { default_container: null, default_cwd: null, sudo_secret: null, connection: null };
    const times = { last_seen_at: null, last_failed_at: null, created_at: now, updated_at: now };
    await database.queries
      .insertInto('machines')
      .values({
        id: newId(),
        workspace_id,
        slug,
        label: slug,
        kind: 'local',
        containers: '[]',
        statut,
        ...none,
        ...times,
      })
      .execute();
  }

  interface Bench {
    readonly keeper: MachineHealthKeeping;
    readonly probed: string[];
    readonly told: unknown[];
    most: number;
    answer: (slug: string) => string | null;
  }

  function keep(database: Database, healthSeconds: number): Bench {
    const bench = { probed: [] as string[], told: [] as unknown[], most: 0, answer: () => null } as unknown as Bench;
    let under = 0;
    const keeper = createMachineHealth({
      database,
      clock: () => now,
      log: pino({ level: 'silent' }),
      config: { healthSeconds },
      events: { publish: (_user, event) => void bench.told.push(event) },
      probing: {
        longestMs: MINUTE,
        probeMachine: async (_owner, slug) => {
          bench.probed.push(slug);
          under += 1;
          bench.most = Math.max(bench.most, under);
          await new Promise((resolve) => setImmediate(resolve));
          under -= 1;
          const code = bench.answer(slug);
          if (code !== null) throw new Refusal(code as 'machine_unreachable');
        },
      },
    });
    return Object.assign(bench, { keeper });
  }

  /** What a person who looks sees once the checks are made. */
  async function seen({ keeper }: Bench, userId: WorkspaceId) {
    await keeper.look(userId, 'en');
    await keeper.sweep();
    return keeper.look(userId, 'en');
  }

  it('go nowhere that an assistant named and no person has confirmed', async () => {
    const database = open();
    const user = await addUser(database);
    for (const slug of ['known', 'named']) await addMachine(database, user, slug);
    await database.queries.updateTable('machines').set({ confirmed: 0 }).where('slug', '=', 'named').execute();
    const bench = keep(database, 300);
    now += 10 * MINUTE;
    await seen(bench, user);
    expect(bench.probed).toEqual(['known']);
    await database.queries.updateTable('machines').set({ confirmed: 1 }).where('slug', '=', 'named').execute();
    await seen(bench, user);
    expect(bench.probed).toEqual(['known', 'named']);
    await database.queries.deleteFrom('machines').where('workspace_id', '=', user).execute();
  });

  it('are made once, however many instances there are', async () => {
    const [one, other] = [open(), open()];
    const user = await addUser(one);
    for (let n = 0; n < 9; n += 1) await addMachine(one, user, `m${n}`);
    const [a, b] = [keep(one, 300), keep(other, 300)];
    now += 301 * SECOND;
    await Promise.all([a.keeper.sweep(), b.keeper.sweep()]);
    expect([...a.probed, ...b.probed].toSorted()).toEqual(Array.from({ length: 9 }, (_, n) => `m${n}`));
    expect(Math.max(a.most, b.most)).toBeLessThanOrEqual(3);
    now += 100 * SECOND;
    await Promise.all([a.keeper.sweep(), b.keeper.sweep()]);
    expect(a.probed.length + b.probed.length).toBe(9);
    now += 201 * SECOND;
    await Promise.all([a.keeper.sweep(), b.keeper.sweep()]);
    expect(a.probed.length + b.probed.length).toBe(18);
    for (const { keeper } of [a, b]) await keeper.stop();
    await one.queries.deleteFrom('machines').execute();
  });

  it('say why a machine was not reached, in the language of whoever looks, until it is', async () => {
    const database = open();
    const user = await addUser(database);
    await addMachine(database, user, 'away');
    const bench = keep(database, 300);
    bench.answer = () => 'machine_offline';
    expect(await seen(bench, user)).toMatchObject([
      { slug: 'away', reached: false, message: 'Agent offline: the command was not started' },
    ]);
    expect(await bench.keeper.look(user, 'fr')).toMatchObject([
      { message: expect.stringContaining('Agent hors ligne') },
    ]);
    bench.answer = () => null;
    now += 301 * SECOND;
    expect(await seen(bench, user)).toMatchObject([{ slug: 'away', reached: true, message: null }]);
    await bench.keeper.stop();
    await database.queries.deleteFrom('machines').execute();
  });

  it('leave alone what is switched off, and whoever is shut out', async () => {
    const database = open();
    const [ada, gone] = [await addUser(database), await addUser(database, 1)];
    await addMachine(database, ada, 'here');
    await addMachine(database, ada, 'mended', 'maintenance');
    await addMachine(database, gone, 'theirs');
    const bench = keep(database, 300);
    now += 301 * SECOND;
    await bench.keeper.sweep();
    expect(bench.probed).toEqual(['here']);
    await bench.keeper.stop();
    await database.queries.deleteFrom('machines').execute();
  });

  it('are made every half minute while somebody looks, and never otherwise if that is all that is wished', async () => {
    const database = open();
    const user = await addUser(database);
    await addMachine(database, user, 'web');
    const bench = keep(database, 0);
    now += 24 * 60 * MINUTE;
    await bench.keeper.sweep();
    expect(bench.probed).toEqual([]);
    expect(await seen(bench, user)).toMatchObject([
      { slug: 'web', reached: true, uptime: 1, latency_ms: expect.any(Number) },
    ]);
    for (let looks = 0; looks < 5; looks += 1) await seen(bench, user);
    expect(bench.probed).toEqual(['web']);
    now += 31 * SECOND;
    bench.answer = () => 'machine_unreachable';
    expect(await seen(bench, user)).toMatchObject([
      { slug: 'web', reached: false, refusal: 'machine_unreachable', uptime: 0.5, latency_ms: null },
    ]);
    expect(bench.probed).toHaveLength(2);
    now += 24 * 60 * MINUTE;
    await bench.keeper.sweep();
    expect(bench.probed).toHaveLength(2);
    // It came, and it went: nothing else is told.
    expect(bench.told).toEqual([
      { type: 'machine', machine: 'web', connected: true },
      { type: 'machine', machine: 'web', connected: false },
    ]);
    await bench.keeper.stop();
    await database.queries.deleteFrom('machines').execute();
  });

  it('knock less and less often with a key that is refused, also while somebody looks, until something changed', async () => {
    const database = open();
    const user = await addUser(database);
    await addMachine(database, user, 'web');
    const bench = keep(database, 300);
    bench.answer = () => 'secret_missing';
    for (let minute = 0; minute < 100; minute += 1) {
      now += MINUTE;
      await seen(bench, user);
    }
    expect(bench.probed.length).toBeLessThan(7);
    const before = bench.probed.length;
    now += MINUTE;
    await database.queries.updateTable('machines').set({ updated_at: now }).where('workspace_id', '=', user).execute();
    bench.answer = () => null;
    expect(await seen(bench, user)).toMatchObject([{ reached: true, refusal: null }]);
    expect(bench.probed).toHaveLength(before + 1);
    await bench.keeper.stop();
    await database.queries.deleteFrom('machines').execute();
  });

  it('of a user whose machines all hang leave room for those of another', async () => {
    const database = open();
    const [many, one] = [await addUser(database), await addUser(database)];
    for (let n = 0; n < 30; n += 1) await addMachine(database, many, `dead-${n}`);
    now += 1;
    await addMachine(database, one, 'alive');
    const reached = Promise.withResolvers<void>();
    const hang = Promise.withResolvers<void>();
    const probed: string[] = [];
    const keeper = createMachineHealth({
      database,
      clock: () => now,
      log: pino({ level: 'silent' }),
      config: { healthSeconds: 300 },
      events: { publish: () => undefined },
      probing: {
        longestMs: MINUTE,
        probeMachine: async (_owner, slug) => {
          probed.push(slug);
          if (slug === 'alive') reached.resolve();
          else await hang.promise;
        },
      },
    });
    now += 301 * SECOND;
    const sweep = keeper.sweep();
    await reached.promise;
    expect(probed.length - 1).toBeLessThanOrEqual(3);
    hang.resolve();
    await sweep;
    expect(probed).toHaveLength(31);
    await keeper.stop();
    await database.queries.deleteFrom('machines').execute();
  });
});
