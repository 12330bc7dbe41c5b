/** Mining: from the audit log to suggestions that a person would accept, on both databases. */
import { Refusal } from '@synapse/contract';
import { beforeAll, expect, it } from 'vitest';
import { type Aliases, createAliases } from '../../packages/server/src/aliases/aliases.ts';
import { createSuggestions, type Suggestions } from '../../packages/server/src/aliases/suggestions.ts';
import { type Audit, createAudit, type Ending, type OpenEntry } from '../../packages/server/src/audit/audit.ts';
import { DAY_MS } from '../../packages/server/src/clock.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
import type { WorkspaceId } from '../../packages/server/src/ids.ts';
import { describeOnBothDatabases } from '../databases.ts';
import { addUser } from './add-user.ts';
import { DAY_OF_USAGE } from './day-of-usage.ts';

const BUILD = 'cargo build --release --locked --all-features';
/** The command of a starter. */
const UNITS = 'systemctl list-units --failed --no-pager';
const PLAN = 'terraform plan -input=false -lock=false -out plan.bin';
const logs = (name: string): string => `docker logs --timestamps --details --tail 50 ${name}`;

describeOnBothDatabases('mining', ({ open }) => {
  let now = 1_800_000_000_000;
  let database: Database;
  let audit: Audit;
  let aliases: Aliases;
  let suggestions: Suggestions;
  beforeAll(() => {
    database = open();
    audit = createAudit(database, () => now, { instanceId: 'one', sealKey: Buffer.alloc(32), deadAfterMs: 1e9 });
    aliases = createAliases(database, () => now);
    suggestions = createSuggestions(database, () => now, aliases);
  });

  const begin = (
    workspaceId: WorkspaceId,
    commandTemplate: string,
    alias: string | null = null,
    typedChars = commandTemplate.length,
  ): Promise<OpenEntry> => {
    const subject = { machine: 'local', container: null, cwd: null, tokenHint: null, ip: null, source: 'mcp' as const };
    return database.transaction((tx) =>
      audit.open(tx, { ...subject, workspaceId, commandTemplate, alias, typedChars }),
    );
  };
  const end = (entry: OpenEntry, ending: Partial<Ending> = {}) =>
    database.transaction((tx) => audit.close(tx, entry, { status: 'done', exitCode: 0, durationMs: 1, ...ending }));
  const run = async (workspaceId: WorkspaceId, command: string, times = 1, ending: Partial<Ending> = {}) => {
    for (let time = 0; time < times; time++) await end(await begin(workspaceId, command), ending);
  };
  const mine = async (workspaceId: WorkspaceId, days = 30, min_count = 3) =>
    (await suggestions.mine(workspaceId, { days, min_count })).suggestions;
  const counts = async (workspaceId: WorkspaceId, days?: number, minCount?: number) =>
    Object.fromEntries((await mine(workspaceId, days, minCount)).map(({ command, count }) => [command, count]));
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );

  it('finds in a working day what a person would accept [C5-MINING] [C4-SUGGESTIONS]', async () => {
    const workspaceId = await addUser(database);
    for (const { command, exitCode, alias } of DAY_OF_USAGE) {
      now += 60_000;
      await end(await begin(workspaceId, command, alias), { exitCode });
    }
    const found = await mine(workspaceId);
    expect(
      found.slice(0, 10).map(({ code, command, count }) => `${code} ${count} × ${command}`),
    ).toMatchInlineSnapshot(`
      [
        "nrs 13 × npm run test:unit -- --reporter dot",
        "nts 10 × npx tsc --noEmit -p tsconfig.json",
        "crl 7 × curl -fsS http://127.0.0.1:3000/healthz",
        "dcl 6 × docker compose logs --tail 100 {}",
        "kgd 5 × kubectl -n staging get pods",
        "dca 4 × docker compose up -d --build api",
        "jrl 3 × journalctl -u {} --since today --no-pager",
        "kls 3 × kubectl -n staging logs --tail=200 {}",
        "psq 4 × psql "{{DATABASE_URL}}" -c {}",
        "gst 9 × git status",
      ]
    `);
  });

  it('counts only what succeeded, was typed in full, and is recent enough [C5-MINING]', async () => {
    const workspaceId = await addUser(database);
    await run(workspaceId, BUILD, 2);
    await run(workspaceId, BUILD, 5, { exitCode: 1 });
    await run(workspaceId, BUILD, 5, { status: 'timeout', exitCode: 124 });
    await run(workspaceId, BUILD, 5, { status: 'cancelled', exitCode: 0 });
    // It never began, or nobody knows how it ended.
    await run(workspaceId, BUILD, 5, { status: 'interrupted', exitCode: null });
    const refused = {
      workspaceId,
      machine: 'local',
      container: null,
      cwd: null,
      alias: null,
      tokenHint: null,
      source: 'mcp' as const,
      commandTemplate: BUILD,
      typedChars: BUILD.length,
      ip: null,
    };
    await database.transaction((tx) => audit.refuse(tx, refused, 'cwd_required'));
    await end(await begin(workspaceId, BUILD, 'cbr'));
    expect(await counts(workspaceId)).toEqual({});
    await run(workspaceId, BUILD);
    expect(await counts(workspaceId)).toEqual({ [BUILD]: 3 });
    now += 10 * DAY_MS;
    expect(await counts(workspaceId, 5)).toEqual({});
    expect(await counts(workspaceId, 30)).toEqual({ [BUILD]: 3 });
    await run(workspaceId, BUILD, 2);
    expect(await counts(workspaceId, 5)).toEqual({});
    expect(await counts(workspaceId, 5, 2)).toEqual({ [BUILD]: 2 });
    now += 400 * DAY_MS;
    expect(await counts(workspaceId, 365)).toEqual({});
    const other = await addUser(database);
    expect(await counts(other)).toEqual({});
  });

  it('counts a command for many machines once [C5-MINING]', async () => {
    const workspaceId = await addUser(database);
    for (let time = 0; time < 2; time++) {
      await run(workspaceId, BUILD);
      for (let machine = 0; machine < 5; machine++) await end(await begin(workspaceId, BUILD, null, 0));
    }
    expect(await counts(workspaceId)).toEqual({});
    expect(await counts(workspaceId, 30, 2)).toEqual({ [BUILD]: 2 });
    // The same before an entry is final.
    const slow = await begin(workspaceId, 'sleep 5');
    await run(workspaceId, BUILD);
    await end(await begin(workspaceId, BUILD, null, 0));
    expect(await counts(workspaceId)).toEqual({ [BUILD]: 3 });
    await end(slow);
  });

  it('reads each entry once, whatever is still running and whoever mines beside it [C5-MINING]', async () => {
    const workspaceId = await addUser(database);
    const slow = await begin(workspaceId, PLAN);
    await run(workspaceId, PLAN, 3);
    expect(await counts(workspaceId)).toEqual({ [PLAN]: 3 });
    expect(await counts(workspaceId)).toEqual({ [PLAN]: 3 });
    await end(slow);
    const elsewhere = createSuggestions(open(), () => now, aliases);
    await Promise.all([mine(workspaceId), elsewhere.mine(workspaceId, { days: 30, min_count: 3 }), mine(workspaceId)]);
    expect(await counts(workspaceId)).toEqual({ [PLAN]: 4 });
    const marks = database.queries.selectFrom('mining_marks').select('seq').where('workspace_id', '=', workspaceId);
    expect(await marks.execute()).toEqual([{ seq: 4 }]);
    await run(workspaceId, PLAN);
    expect(await counts(workspaceId)).toEqual({ [PLAN]: 5 });
  });

  it('keeps an id while it is pending, and drops what is stale [C4-SUGGESTIONS]', async () => {
    const workspaceId = await addUser(database);
    await run(workspaceId, BUILD, 3);
    const [first] = await mine(workspaceId);
    expect(first).toMatchObject({
      code: 'cbl',
      command: BUILD,
      count: 3,
      chars_saved: 3 * (BUILD.length - 3),
      tokens_saved_estimate: Math.floor((3 * (BUILD.length - 3)) / 4),
      status: 'pending',
      created_at: new Date(now).toISOString(),
    });
    now += 1000;
    await run(workspaceId, BUILD, 1);
    await run(workspaceId, logs('web'), 3);
    const again = await mine(workspaceId);
    expect(again.find(({ id }) => id === first!.id)).toEqual({
      ...first,
      count: 4,
      chars_saved: 4 * (BUILD.length - 3),
      tokens_saved_estimate: BUILD.length - 3,
    });
    await run(workspaceId, logs('db'), 1);
    expect((await mine(workspaceId)).map(({ command }) => command)).toEqual([BUILD, logs('{}')]);
    expect(await suggestions.list(workspaceId, 'pending')).toHaveLength(2);
    await aliases.put(workspaceId, 'abc', BUILD);
    expect((await suggestions.list(workspaceId)).map(({ command }) => command)).toEqual([logs('{}')]);
    expect((await mine(workspaceId)).map(({ command }) => command)).toEqual([logs('{}')]);
  });

  it('makes an alias of what is accepted, under a code of choice too [C4-SUGGESTIONS]', async () => {
    const workspaceId = await addUser(database);
    await run(workspaceId, BUILD, 3);
    await run(workspaceId, UNITS, 3);
    const [build, status] = await mine(workspaceId);
    if (build === undefined || status === undefined) throw new Error('two suggestions expected');
    expect(await suggestions.accept(workspaceId, status.id)).toMatchObject({ code: 'sls', status: 'accepted' });
    expect(await suggestions.accept(workspaceId, status.id)).toMatchObject({ code: 'sls', status: 'accepted' });
    expect(await codeOf(suggestions.reject(workspaceId, status.id))).toBe('suggestion_not_found');
    expect(await codeOf(suggestions.accept(workspaceId, build.id, 'GST'))).toBe('alias_code_reserved');
    expect(await codeOf(suggestions.accept(workspaceId, build.id, 'git'))).toBe('alias_code_reserved');
    await aliases.put(workspaceId, 'xyz', 'echo taken');
    expect(await codeOf(suggestions.accept(workspaceId, build.id, 'XYZ'))).toBe('alias_exists');
    expect(await suggestions.list(workspaceId, 'pending')).toMatchObject([{ id: build.id, code: 'cbl' }]);
    expect(await codeOf(suggestions.accept(await addUser(database), build.id))).toBe('suggestion_not_found');
    expect(await suggestions.accept(workspaceId, build.id, 'Bld')).toMatchObject({ code: 'Bld', status: 'accepted' });
    expect(await aliases.list(workspaceId)).toMatchObject([
      { code: 'Bld', command: BUILD, hit_count: 0 },
      { code: 'sls', command: UNITS },
      { code: 'xyz' },
    ]);
    expect(await mine(workspaceId)).toEqual([]);
    await aliases.remove(workspaceId, 'bld');
    expect(await mine(workspaceId)).toMatchObject([{ code: 'cbl', command: BUILD, status: 'pending' }]);
  });

  it('never suggests again what was rejected [C4-SUGGESTIONS]', async () => {
    const workspaceId = await addUser(database);
    await run(workspaceId, logs('web'), 3);
    await run(workspaceId, logs('db'), 3);
    const [found] = await mine(workspaceId);
    if (found === undefined) throw new Error('a suggestion expected');
    expect(await suggestions.reject(workspaceId, found.id)).toMatchObject({ status: 'rejected' });
    expect(await suggestions.reject(workspaceId, found.id)).toMatchObject({ status: 'rejected' });
    expect(await codeOf(suggestions.accept(workspaceId, found.id))).toBe('suggestion_not_found');
    await run(workspaceId, logs('api'), 30);
    expect(await mine(workspaceId)).toEqual([]);
    expect(await suggestions.list(workspaceId, 'rejected')).toMatchObject([{ id: found.id }]);
  });
});
