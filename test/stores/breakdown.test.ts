/** What filters, aliases and commands saved, counted from the audit log: equal to a recount, whenever it is asked. */
import { beforeAll, expect, it } from 'vitest';
import { type Audit, createAudit, type Ending, type OpenEntry } from '../../packages/server/src/audit/audit.ts';
import { DAY_MS } from '../../packages/server/src/clock.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
import type { WorkspaceId } from '../../packages/server/src/ids.ts';
import { type Breakdown, createBreakdown } from '../../packages/server/src/stats/breakdown.ts';
import { addUser } from '../aliases/add-user.ts';
import { describeOnBothDatabases } from '../databases.ts';

describeOnBothDatabases('the breakdown of savings', ({ open }) => {
  let now = 1_800_000_000_000;
  let database: Database;
  let audit: Audit;
  let breakdown: Breakdown;
  beforeAll(() => {
    database = open();
    audit = createAudit(database, () => now, { instanceId: 'one', sealKey: Buffer.alloc(32), deadAfterMs: 1e9 });
    breakdown = createBreakdown(database, () => now);
  });

  const begin = (
    workspaceId: WorkspaceId,
    commandTemplate: string,
    alias: string | null = null,
  ): Promise<OpenEntry> => {
    const subject = { machine: 'local', container: null, cwd: null, tokenHint: null, ip: null, source: 'mcp' as const };
    const typedChars = alias === null ? commandTemplate.length : 4;
    return database.transaction((tx) =>
      audit.open(tx, { ...subject, workspaceId, commandTemplate, alias, typedChars }),
    );
  };
  const end = (entry: OpenEntry, ending: Partial<Ending> = {}) =>
    database.transaction((tx) => audit.close(tx, entry, { status: 'done', exitCode: 0, durationMs: 1, ...ending }));
  const run = async (
    workspaceId: WorkspaceId,
    command: string,
    ending: Partial<Ending> = {},
    alias: string | null = null,
  ) => end(await begin(workspaceId, command, alias), ending);
  const ls = { filter: 'ls', savedTokens: 40 };

  it('tells by client what was printed and what of it was told, counted or not yet', async () => {
    const workspaceId = await addUser(database);
    const sizes = { stdoutBytes: 4000, returnedBytes: 1000, savedTokens: 750, filter: 'ls' };
    for (let n = 0; n < 3; n += 1) await run(workspaceId, 'ls -la', sizes);
    const clients = async () => (await breakdown(workspaceId, { days: 30 })).clients;
    const sums = (runs: number) => [
      {
        client: 'mcp',
        runs,
        saved_tokens: 750 * runs,
        printed_bytes: 4000 * runs,
        returned_bytes: 1000 * runs,
      },
    ];
    expect(await clients()).toEqual(sums(3));
    // One that still runs keeps the mark where it is; what ended after it is counted all the same, and once.
    const open = await begin(workspaceId, 'sleep 9');
    await run(workspaceId, 'ls -la', sizes);
    expect(await clients()).toEqual(sums(4));
    await end(open, sizes);
    expect(await clients()).toEqual(sums(5));
    expect(await clients()).toEqual(sums(5));
    const today = new Date(now).toISOString().slice(0, 10);
    const { days, machines } = await breakdown(workspaceId, { days: 30 });
    expect(days).toEqual([{ day: today, printed_bytes: 20_000, returned_bytes: 5_000 }]);
    expect(machines).toEqual([{ machine: 'local', runs: 5, saved_tokens: 3_750 }]);
  });

  it('adds up runs and savings, the largest first, and nothing of other people', async () => {
    const workspaceId = await addUser(database);
    const other = await addUser(database);
    await run(workspaceId, 'ls -la', ls);
    await run(workspaceId, 'ls -la', { ...ls, exitCode: 2 });
    await run(workspaceId, 'npm test', { filter: 'vitest', savedTokens: 500 });
    await run(workspaceId, 'git status --short', {}, 'gst');
    await run(workspaceId, 'git status --short', {}, 'GST');
    await run(other, 'cat /etc/hosts', { filter: 'cat', savedTokens: 9000 });
    expect(await breakdown(workspaceId, { days: 30 })).toEqual({
      period: { days: 30, from: '2026-12-17', to: '2027-01-15' },
      clients: [{ client: 'mcp', runs: 5, saved_tokens: 580, printed_bytes: 0, returned_bytes: 0 }],
      filters: [
        { filter: 'vitest', runs: 1, saved_tokens: 500 },
        { filter: 'ls', runs: 2, saved_tokens: 80 },
      ],
      aliases: [{ code: 'gst', runs: 2, saved_tokens: 7 }],
      commands: [
        { command: 'npm test', runs: 1, saved_tokens: 500 },
        { command: 'ls -la', runs: 2, saved_tokens: 80 },
        { command: 'git status --short', runs: 2, saved_tokens: 0 },
      ],
      machines: [{ machine: 'local', runs: 5, saved_tokens: 580 }],
      days: [{ day: '2027-01-15', printed_bytes: 0, returned_bytes: 0 }],
    });
  });

  it('counts what ran: not what was refused, and not what still runs', async () => {
    const workspaceId = await addUser(database);
    await run(workspaceId, 'rm -rf /', { exitCode: null, refusal: 'machine_unreachable', savedTokens: 7 });
    await run(workspaceId, 'make', { status: 'timeout', exitCode: 124, ...ls });
    await run(workspaceId, 'lost', { status: 'interrupted', exitCode: null, refusal: 'execution_lost' });
    await begin(workspaceId, 'sleep 100');
    expect((await breakdown(workspaceId, { days: 1 })).commands).toEqual([
      { command: 'make', runs: 1, saved_tokens: 40 },
      { command: 'lost', runs: 1, saved_tokens: 0 },
    ]);
  });

  it('says the same however often it is asked on the way, also behind a command that runs on', async () => {
    const workspaceId = await addUser(database);
    await run(workspaceId, 'ls -la', ls);
    expect((await breakdown(workspaceId, { days: 7 })).filters).toEqual([{ filter: 'ls', runs: 1, saved_tokens: 40 }]);
    const long = await begin(workspaceId, 'sleep 100');
    await run(workspaceId, 'ls -la', ls);
    for (let round = 0; round < 2; round++) {
      expect((await breakdown(workspaceId, { days: 7 })).filters).toEqual([
        { filter: 'ls', runs: 2, saved_tokens: 80 },
      ]);
    }
    await end(long, { filter: 'sleep', savedTokens: 1 });
    const both = await Promise.all([breakdown(workspaceId, { days: 7 }), breakdown(workspaceId, { days: 7 })]);
    for (const { filters } of both) {
      expect(filters).toEqual([
        { filter: 'ls', runs: 2, saved_tokens: 80 },
        { filter: 'sleep', runs: 1, saved_tokens: 1 },
      ]);
    }
  });

  it('rounds the tokens of aliases together, so that the rows add up to what was saved', async () => {
    const workspaceId = await addUser(database);
    // 26, 3 and 2 characters that were not typed: 31, which is 7 tokens.
    for (const [code, chars] of [
      ['abc', 26],
      ['def', 3],
      ['ghi', 2],
    ] as const) {
      await run(workspaceId, 'x'.repeat(4 + chars), {}, code);
    }
    const { aliases } = await breakdown(workspaceId, { days: 7 });
    expect(aliases.map(({ code, saved_tokens }) => [code, saved_tokens])).toEqual([
      ['abc', 6],
      ['def', 1],
      ['ghi', 0],
    ]);
  });

  it('keeps of a day that is over the fifty commands that saved most, and all that the others count', async () => {
    const workspaceId = await addUser(database);
    for (let n = 0; n < 60; n += 1) await run(workspaceId, `echo ${n}`, { ...ls, savedTokens: n });
    const counted = async () =>
      (
        await database.queries
          .selectFrom('usage_breakdown')
          .select('name')
          .where('workspace_id', '=', workspaceId)
          .where('kind', '=', 'command')
          .execute()
      ).map(({ name }) => name);
    const machines = async () => (await breakdown(workspaceId, { days: 30 })).machines;
    expect(await machines()).toEqual([{ machine: 'local', runs: 60, saved_tokens: 1_770 }]);
    // Today all of them: any may still save more.
    expect(await counted()).toHaveLength(60);
    now += DAY_MS;
    await run(workspaceId, 'echo tomorrow', ls);
    expect(await machines()).toEqual([{ machine: 'local', runs: 61, saved_tokens: 1_810 }]);
    const kept = [...Array.from({ length: 50 }, (_, n) => `echo ${n + 10}`), 'echo tomorrow'];
    expect((await counted()).toSorted()).toEqual(kept.toSorted());
    const { commands } = await breakdown(workspaceId, { days: 30 });
    expect(commands[0]).toEqual({ command: 'echo 59', runs: 1, saved_tokens: 59 });
    now -= DAY_MS;
  });

  it('keeps to the period, and cuts a command that is too long to show', async () => {
    const workspaceId = await addUser(database);
    await run(workspaceId, 'old', ls);
    now += 10 * DAY_MS;
    await run(workspaceId, `echo ${'x'.repeat(500)}`, ls);
    const week = await breakdown(workspaceId, { days: 7 });
    expect(week.filters).toEqual([{ filter: 'ls', runs: 1, saved_tokens: 40 }]);
    expect(week.commands).toEqual([{ command: `echo ${'x'.repeat(195)}`, runs: 1, saved_tokens: 40 }]);
    expect((await breakdown(workspaceId, { days: 30 })).filters).toEqual([{ filter: 'ls', runs: 2, saved_tokens: 80 }]);
  });
});
