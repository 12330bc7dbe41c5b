/** Mining: from the audit log to suggestions that a person would accept, on both databases. */
import { Refusal } from '@synapse/contract';
import { beforeAll, expect, it } from 'vitest';
import { type Aliases, createAliases } from '../../packages/server/src/aliases/aliases.ts';
import { createSuggestions, type Suggestions } from '../../packages/server/src/aliases/suggestions.ts';
import { type Audit, createAudit, type Ending, type OpenEntry } from '../../packages/server/src/audit/audit.ts';
import { DAY_MS } from '../../packages/server/src/clock.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
import { describeOnBothDatabases } from '../databases.ts';
import { addUser } from './add-user.ts';
import { DAY_OF_USAGE } from './day-of-usage.ts';

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

  const begin = (userId: string, commandTemplate: string, alias: string | null = null): Promise<OpenEntry> => {
    const subject = { machine: 'local', container: null, cwd: null, tokenHint: null, ip: null, source: 'mcp' as const };
    const typedChars = commandTemplate.length;
    return database.transaction((tx) => audit.open(tx, { ...subject, userId, commandTemplate, alias, typedChars }));
  };
  const end = (entry: OpenEntry, ending: Partial<Ending> = {}) =>
    database.transaction((tx) => audit.close(tx, entry, { status: 'done', exitCode: 0, durationMs: 1, ...ending }));
  const run = async (userId: string, command: string, times = 1, ending: Partial<Ending> = {}) => {
    for (let time = 0; time < times; time++) await end(await begin(userId, command), ending);
  };
  const mine = async (userId: string, days = 30, min_count = 3) =>
    (await suggestions.mine(userId, { days, min_count })).suggestions;
  const counts = async (userId: string, days?: number, minCount?: number) =>
    Object.fromEntries((await mine(userId, days, minCount)).map(({ command, count }) => [command, count]));
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );

  it('finds in a working day what a person would accept [C5-MINING] [C4-SUGGESTIONS]', async () => {
    const userId = await addUser(database);
    for (const { command, exitCode, alias } of DAY_OF_USAGE) {
      now += 60_000;
      await end(await begin(userId, command, alias), { exitCode });
    }
    const found = await mine(userId);
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
    const userId = await addUser(database);
    await run(userId, 'cargo build --release', 2);
    await run(userId, 'cargo build --release', 5, { exitCode: 1 });
    await run(userId, 'cargo build --release', 5, { status: 'timeout', exitCode: 124 });
    const refused = {
      userId,
      machine: 'local',
      container: null,
      cwd: null,
      alias: null,
      tokenHint: null,
      source: 'mcp' as const,
      commandTemplate: 'cargo build --release',
      typedChars: 21,
      ip: null,
    };
    await database.transaction((tx) => audit.refuse(tx, refused, 'cwd_required'));
    await end(await begin(userId, 'cargo build --release', 'cbr'));
    expect(await counts(userId)).toEqual({});
    await run(userId, 'cargo build --release');
    expect(await counts(userId)).toEqual({ 'cargo build --release': 3 });
    now += 10 * DAY_MS;
    expect(await counts(userId, 5)).toEqual({});
    expect(await counts(userId, 30)).toEqual({ 'cargo build --release': 3 });
    await run(userId, 'cargo build --release', 2);
    expect(await counts(userId, 5)).toEqual({});
    expect(await counts(userId, 5, 2)).toEqual({ 'cargo build --release': 2 });
    now += 400 * DAY_MS;
    expect(await counts(userId, 365)).toEqual({});
    const other = await addUser(database);
    expect(await counts(other)).toEqual({});
  });

  it('reads each entry once, whatever is still running and whoever mines beside it [C5-MINING]', async () => {
    const userId = await addUser(database);
    const slow = await begin(userId, 'terraform plan -out plan.bin');
    await run(userId, 'terraform plan -out plan.bin', 3);
    expect(await counts(userId)).toEqual({ 'terraform plan -out plan.bin': 3 });
    expect(await counts(userId)).toEqual({ 'terraform plan -out plan.bin': 3 });
    await end(slow);
    const elsewhere = createSuggestions(open(), () => now, aliases);
    await Promise.all([mine(userId), elsewhere.mine(userId, { days: 30, min_count: 3 }), mine(userId)]);
    expect(await counts(userId)).toEqual({ 'terraform plan -out plan.bin': 4 });
    const marks = database.queries.selectFrom('mining_marks').select('seq').where('user_id', '=', userId);
    expect(await marks.execute()).toEqual([{ seq: 4 }]);
    await run(userId, 'terraform plan -out plan.bin');
    expect(await counts(userId)).toEqual({ 'terraform plan -out plan.bin': 5 });
  });

  it('keeps an id while it is pending, and drops what is stale [C4-SUGGESTIONS]', async () => {
    const userId = await addUser(database);
    await run(userId, 'cargo build --release', 3);
    const [first] = await mine(userId);
    expect(first).toMatchObject({
      code: 'cbl',
      command: 'cargo build --release',
      count: 3,
      chars_saved: 54,
      tokens_saved_estimate: 13,
      status: 'pending',
      created_at: new Date(now).toISOString(),
    });
    now += 1000;
    await run(userId, 'cargo build --release', 1);
    await run(userId, 'docker logs --tail 50 web', 3);
    const again = await mine(userId);
    expect(again.find(({ id }) => id === first!.id)).toEqual({
      ...first,
      count: 4,
      chars_saved: 72,
      tokens_saved_estimate: 18,
    });
    await run(userId, 'docker logs --tail 50 db', 1);
    expect((await mine(userId)).map(({ command }) => command)).toEqual([
      'cargo build --release',
      'docker logs --tail 50 {}',
    ]);
    expect(await suggestions.list(userId, 'pending')).toHaveLength(2);
    await aliases.put(userId, 'abc', 'cargo build --release');
    expect((await suggestions.list(userId)).map(({ command }) => command)).toEqual(['docker logs --tail 50 {}']);
    expect((await mine(userId)).map(({ command }) => command)).toEqual(['docker logs --tail 50 {}']);
  });

  it('makes an alias of what is accepted, under a code of choice too [C4-SUGGESTIONS]', async () => {
    const userId = await addUser(database);
    await run(userId, 'cargo build --release', 3);
    await run(userId, 'git status', 3);
    const [build, status] = await mine(userId);
    if (build === undefined || status === undefined) throw new Error('two suggestions expected');
    expect(await suggestions.accept(userId, status.id)).toMatchObject({ code: 'gst', status: 'accepted' });
    expect(await suggestions.accept(userId, status.id)).toMatchObject({ code: 'gst', status: 'accepted' });
    expect(await codeOf(suggestions.reject(userId, status.id))).toBe('suggestion_not_found');
    expect(await codeOf(suggestions.accept(userId, build.id, 'GST'))).toBe('alias_code_reserved');
    expect(await codeOf(suggestions.accept(userId, build.id, 'git'))).toBe('alias_code_reserved');
    await aliases.put(userId, 'xyz', 'echo taken');
    expect(await codeOf(suggestions.accept(userId, build.id, 'XYZ'))).toBe('alias_exists');
    expect(await suggestions.list(userId, 'pending')).toMatchObject([{ id: build.id, code: 'cbl' }]);
    expect(await codeOf(suggestions.accept(await addUser(database), build.id))).toBe('suggestion_not_found');
    expect(await suggestions.accept(userId, build.id, 'Bld')).toMatchObject({ code: 'Bld', status: 'accepted' });
    expect(await aliases.list(userId)).toMatchObject([
      { code: 'Bld', command: 'cargo build --release', hit_count: 0 },
      { code: 'gst', command: 'git status' },
      { code: 'xyz' },
    ]);
    expect(await mine(userId)).toEqual([]);
    await aliases.remove(userId, 'bld');
    expect(await mine(userId)).toMatchObject([{ code: 'cbl', command: 'cargo build --release', status: 'pending' }]);
  });

  it('never suggests again what was rejected [C4-SUGGESTIONS]', async () => {
    const userId = await addUser(database);
    await run(userId, 'docker logs --tail 50 web', 3);
    await run(userId, 'docker logs --tail 50 db', 3);
    const [logs] = await mine(userId);
    if (logs === undefined) throw new Error('a suggestion expected');
    expect(await suggestions.reject(userId, logs.id)).toMatchObject({ status: 'rejected' });
    expect(await suggestions.reject(userId, logs.id)).toMatchObject({ status: 'rejected' });
    expect(await codeOf(suggestions.accept(userId, logs.id))).toBe('suggestion_not_found');
    await run(userId, 'docker logs --tail 50 api', 30);
    expect(await mine(userId)).toEqual([]);
    expect(await suggestions.list(userId, 'rejected')).toMatchObject([{ id: logs.id }]);
  });
});
