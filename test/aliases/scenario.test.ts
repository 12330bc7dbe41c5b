/** Aliases, suggestions and statistics from outside: the tools, the same over REST, and numbers that are true. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STARTERS } from '../../packages/server/src/aliases/starter.ts';
import { DAY_MS } from '../../packages/server/src/clock.ts';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { hasRun } from '../../packages/server/src/stats/stats.ts';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService, type TestUser } from '../service.ts';

describe.each(['sqlite', 'postgres'] as const)('aliases on %s', (dialect) => {
  let service: Service;
  let session: string;
  let token: string;
  let adminId: string;
  beforeAll(async () => {
    const url: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    // Its clock leaps from day to day.
    service = await startService({ ...url, SYNAPSE_ALLOW_LOCAL: 'all' }, { instanceDeadSeconds: 10 * 86_400 });
    // Noon by the service's clock, so that no day ends during a test.
    service.advance(1.5 * DAY_MS - (Date.now() % DAY_MS));
    session = await service.login();
    token = await service.newToken(session);
    adminId = (await service.call<{ id: string }>('GET', '/auth/me', { token: session })).body.id;
  });
  afterAll(() => service.stop());

  const tool = (name: string, args: Record<string, unknown> = {}) => service.tool(token, name, args);
  const rest = (method: string, path: string, body?: unknown, as = session) =>
    // biome-ignore lint/suspicious/noExplicitAny: scenarios look into whatever is answered.
    service.call<any>(method, path, { token: as, ...(body === undefined ? {} : { body }) });
  const exec = (command: string, more: Record<string, unknown> = {}) => {
    service.advance(3_000);
    return rest('POST', '/synapse/exec', { machine: 'local', command, ...more });
  };

  it('makes, runs, renames and deletes by tool [C4-ALIAS-TOOLS] [S4-EXEC-RULE-1]', async () => {
    const made = await tool('synapse_put_alias', { code: 'Hey', command: 'echo hello' });
    expect(made.result).toEqual({ code: 'Hey', command: 'echo hello', hit_count: 0, last_used_at: null });
    const ran = await tool('synapse_exec', { machine: 'local', command: '@hey world' });
    expect(ran.result).toMatchObject({ stdout: 'hello world\n', command_template: 'echo hello world' });
    const byAlias = await tool('synapse_exec', { machine: 'local', alias: 'HEY' });
    expect(byAlias.result).toMatchObject({ stdout: 'hello\n', command_template: 'echo hello' });
    const entries = (await tool('synapse_list_audit_logs', { alias: 'hey' })).result.entries;
    expect(entries).toMatchObject([
      { alias: 'Hey', command_template: 'echo hello' },
      { alias: 'Hey', command_template: 'echo hello world' },
    ]);
    const listed = (await tool('synapse_list_aliases')).result.aliases;
    expect(listed).toEqual([{ code: 'Hey', command: 'echo hello', hit_count: 2, last_used_at: expect.any(String) }]);
    const renamed = await tool('synapse_rename_alias', { code: 'hey', new_code: 'hoo' });
    expect(renamed.result).toEqual({ ...listed[0], code: 'hoo' });
    expect((await tool('synapse_delete_alias', { code: 'HOO' })).result).toEqual({ deleted: true });
    expect((await tool('synapse_delete_alias', { code: 'hoo' })).code).toBe('alias_not_found');
    expect((await tool('synapse_list_aliases')).result).toEqual({ aliases: [] });
  });

  it('refuses with codes and with what to write instead [S2-ALIAS-CHAIN] [C5-ALIAS-CODE]', async () => {
    await tool('synapse_put_alias', { code: 'aaa', command: 'echo a | cat' });
    const cases: [string, Record<string, unknown>, string][] = [
      ['synapse_put_alias', { code: 'git', command: 'echo' }, 'alias_code_reserved'],
      ['synapse_put_alias', { code: 'gst', command: 'echo' }, 'alias_code_reserved'],
      ['synapse_put_alias', { code: 'toolong', command: 'echo' }, 'alias_code_invalid'],
      ['synapse_put_alias', { code: 'bbb', command: '@AAA x' }, 'alias_chained'],
      ['synapse_put_alias', { code: 'bbb', command: 'cp {} {}' }, 'alias_marker'],
      ['synapse_put_alias', { code: 'bbb', command: '  ' }, 'arguments_invalid'],
      ['synapse_put_alias', { code: 'bbb', command: 'x'.repeat(8193) }, 'arguments_invalid'],
      ['synapse_put_alias', { code: 'bbb' }, 'arguments_invalid'],
      ['synapse_rename_alias', { code: 'zzz', new_code: 'yyy' }, 'alias_not_found'],
      ['synapse_exec', { machine: 'local', command: '@aaa x' }, 'alias_multi_step'],
      ['synapse_exec', { machine: 'local', command: '@zzz x' }, 'alias_not_found'],
      ['synapse_exec', { machine: 'local', alias: 'zzz' }, 'alias_not_found'],
      ['synapse_accept_alias_suggestion', { id: 'none' }, 'suggestion_not_found'],
      ['synapse_reject_alias_suggestion', { id: 'none' }, 'suggestion_not_found'],
      ['synapse_mine_aliases', { days: 0 }, 'arguments_invalid'],
      ['synapse_rtk_stats', { group_by: 'week' }, 'arguments_invalid'],
      ['synapse_rtk_stats', { days: 366 }, 'arguments_invalid'],
    ];
    for (const [name, args, code] of cases) {
      expect(await tool(name, args), JSON.stringify(args)).toMatchObject({ status: 200, isError: true, code });
    }
    const unknown = await exec('zzz x');
    expect(unknown.body).toMatchObject({ exit_code: 127, command_template: 'zzz x' });
    const refused = (await tool('synapse_list_audit_logs', { limit: 4 })).result.entries.slice(1);
    expect(refused.map(({ refusal }: { refusal: string }) => refusal)).toEqual([
      'alias_not_found',
      'alias_not_found',
      'alias_multi_step',
    ]);
    await tool('synapse_delete_alias', { code: 'aaa' });
  });

  it('does the same over REST [C4-ALIAS-TOOLS]', async () => {
    expect(await rest('PUT', '/synapse/aliases/Abc', { command: 'echo abc' })).toMatchObject({
      status: 200,
      body: { code: 'Abc', command: 'echo abc', hit_count: 0, last_used_at: null },
    });
    expect((await rest('POST', '/synapse/aliases/ABC/rename', { new_code: 'abd' })).body).toMatchObject({
      code: 'abd',
    });
    expect((await rest('GET', '/synapse/aliases')).body.aliases).toMatchObject([{ code: 'abd' }]);
    expect((await rest('PUT', '/synapse/aliases/abe', { command: 'abd x' })).body.code).toBe('alias_chained');
    expect(await rest('PUT', '/synapse/aliases/npm', { command: 'x' })).toMatchObject({ status: 422 });
    expect((await rest('DELETE', '/synapse/aliases/ABD')).status).toBe(204);
    expect(await rest('DELETE', '/synapse/aliases/abd')).toMatchObject({
      status: 404,
      body: { code: 'alias_not_found' },
    });
    const seeded = await rest('POST', '/synapse/aliases/seed');
    expect(seeded.body).toEqual({ installed: STARTERS.map(({ code }) => code), skipped: [] });
    expect((await tool('synapse_seed_default_aliases')).result.installed).toEqual([]);
    expect((await rest('GET', '/synapse/aliases')).body.aliases).toHaveLength(STARTERS.length);
    for (const { code } of STARTERS) await rest('DELETE', `/synapse/aliases/${code}`);
  });

  const HELLO = 'printf hello-there-again-and-again-and-agai';
  it('carries where it runs and for how long, for a call that does not say it', async () => {
    const { scratch } = service;
    const made = await tool('synapse_put_alias', {
      code: 'car',
      command: 'pwd; echo {}',
      machine: 'local',
      cwd: scratch,
      timeout_seconds: 20,
    });
    const carried = { machine: 'local', cwd: scratch, timeout_seconds: 20 };
    expect(made.result).toMatchObject({ code: 'car', ...carried });
    expect(made.result).not.toHaveProperty('container');
    expect((await tool('synapse_list_aliases')).result.aliases).toMatchObject([{ code: 'car', ...carried }]);
    for (const call of [
      { command: '@car' },
      { command: 'CAR x' },
      { alias: 'car' },
      { alias: '@car', machine: null },
    ]) {
      const { result } = await tool('synapse_exec', call);
      expect(result, JSON.stringify(call)).toMatchObject({ machine: 'local', exit_code: 0 });
      expect(result.stdout).toContain(`${scratch}\n`);
    }
    expect((await rest('POST', '/synapse/exec', { command: '@car over rest' })).body.stdout).toContain('over rest');
    expect((await tool('synapse_explain', { command: '@car' })).result).toMatchObject({ cwd: scratch });
    const many = await tool('synapse_exec_many', { machines: ['local'], command: '@car' });
    expect(many.result.groups[0].stdout).toContain(`${scratch}\n`);
    // What the call says counts.
    const elsewhere = await tool('synapse_exec', { command: '@car', cwd: '/' });
    expect(elsewhere.result.stdout).toMatch(/^(\$ pwd\n)?\/\n/);
    expect((await tool('synapse_exec', { command: '@car', slug: 'nowhere' })).code).toBe('machine_not_found');
    expect((await rest('POST', '/synapse/exec', { command: '@car', slug: 'nowhere' })).body.code).toBe(
      'machine_not_found',
    );
    // Nothing else may leave its machine out.
    for (const command of ['echo car', 'cars x', '@zzz']) {
      expect(await tool('synapse_exec', { command })).toMatchObject({ isError: true, code: 'arguments_invalid' });
    }
    // Its time is over before that of other commands.
    await tool('synapse_put_alias', { code: 'car', command: 'sleep {}', machine: 'local', timeout_seconds: 1 });
    expect((await tool('synapse_exec', { command: '@car 20' })).result).toMatchObject({ exit_code: 124 });
    expect((await tool('synapse_exec', { command: '@car 1.2', timeout_seconds: 60 })).result).toMatchObject({
      exit_code: 0,
    });
    // What it is put without, it does not carry any more.
    const bare = await rest('PUT', '/synapse/aliases/car', { command: 'pwd' });
    expect(Object.keys(bare.body).sort()).toEqual(['code', 'command', 'hit_count', 'last_used_at']);
    for (const [wrong, code] of [
      [{ cwd: 'relative' }, 'cwd_invalid'],
      [{ timeout_seconds: 301 }, 'arguments_invalid'],
      [{ machine: 'No Slug' }, 'arguments_invalid'],
      [{ container: '-x' }, 'arguments_invalid'],
    ] as const) {
      expect((await tool('synapse_put_alias', { code: 'car', command: 'pwd', ...wrong })).code).toBe(code);
      expect((await rest('PUT', '/synapse/aliases/car', { command: 'pwd', ...wrong })).body.code).toBe(code);
    }
    await tool('synapse_delete_alias', { code: 'car' });
  });

  it('mines, accepts and rejects [C4-SUGGESTIONS] [C5-MINING]', async () => {
    for (let time = 0; time < 3; time++) {
      for (const word of ['alpha', 'beta']) await exec(`printf '%s\\n' --a-flag-that-is-rather-long ${word} end`);
      await exec(HELLO);
    }
    const mined = (await tool('synapse_mine_aliases', { days: 30, min_count: 3 })).result.suggestions;
    expect(mined).toMatchObject([
      { code: 'pen', command: "printf '%s\\n' --a-flag-that-is-rather-long {} end", count: 6, status: 'pending' },
      { code: 'phl', command: HELLO, count: 3, chars_saved: 120, tokens_saved_estimate: 30 },
    ]);
    expect((await rest('POST', '/synapse/aliases/mine', {})).body.suggestions).toEqual(mined);
    expect((await rest('GET', '/synapse/alias-suggestions?status=pending')).body.suggestions).toEqual(mined);
    const [merged, hello] = mined;
    expect((await tool('synapse_accept_alias_suggestion', { id: merged.id, code: 'pnn' })).result).toMatchObject({
      id: merged.id,
      code: 'pnn',
      status: 'accepted',
    });
    expect((await exec('@pnn gamma')).body.stdout).toBe('--a-flag-that-is-rather-long\ngamma\nend\n');
    expect((await rest('POST', `/synapse/alias-suggestions/${hello.id}/reject`)).body.status).toBe('rejected');
    expect((await tool('synapse_mine_aliases')).result.suggestions).toEqual([]);
    expect((await tool('synapse_list_alias_suggestions', { status: 'rejected' })).result.suggestions).toHaveLength(1);
    await exec("printf '%s' accepted over rest");
    await rest('DELETE', '/synapse/aliases/pnn');
    const again = (await rest('POST', '/synapse/aliases/mine', { min_count: 6 })).body.suggestions;
    expect((await rest('POST', `/synapse/alias-suggestions/${again[0].id}/accept`, {})).body).toMatchObject({
      code: 'pen',
      status: 'accepted',
    });
    await rest('DELETE', '/synapse/aliases/pen');
  });

  it('shows tools by scope: reading needs no more than mcp:read', async () => {
    const reader = await service.newUser('free');
    const readerToken = await service.newToken(reader.session);
    const { body } = await service.mcp<{ result: { tools: { name: string }[] } }>(readerToken, 'tools/list');
    const names = body.result.tools.map(({ name }) => name).filter((name) => /alias|stats/.test(name));
    expect(names.sort()).toEqual(['synapse_list_alias_suggestions', 'synapse_list_aliases', 'synapse_rtk_stats']);
    expect((await service.tool(readerToken, 'synapse_put_alias', { code: 'abc', command: 'ls' })).code).toBe(
      'plan_required',
    );
    expect((await rest('PUT', '/synapse/aliases/abc', { command: 'ls' }, reader.session)).body.code).toBe(
      'plan_required',
    );
    expect((await rest('GET', '/synapse/stats', undefined, reader.session)).status).toBe(200);
  });

  describe('statistics [S4-RTK-STATS] [C4-STATS]', () => {
    let member: TestUser;
    /** Counts again from the log itself, row by row. */
    const recount = async (
      userIds: readonly string[],
      keyOf: (row: { workspace_id: string; created_at: number }) => string,
    ) => {
      const rows = await service.app.database.queries
        .selectFrom('audit_entries')
        .selectAll()
        .where('workspace_id', 'in', userIds.map(personalWorkspaceId))
        // What administrators did to accounts is in the log, and no command.
        .where('machine', '!=', '-')
        .execute();
      const ran = rows.filter((row) => hasRun({ exitCode: row.exit_code, refusal: row.refusal }));
      const sum = (part: typeof ran, of: (row: (typeof ran)[number]) => number) =>
        part.reduce((all, row) => all + of(row), 0);
      const totals = (part: typeof ran) => ({
        commands: part.length,
        rtk_applied: part.filter(({ filter }) => filter !== null).length,
        saved_tokens: sum(part, (row) => row.saved_tokens ?? 0),
      });
      const hits = ran.filter(({ alias }) => alias !== null);
      const typed = hits.filter((row) => row.typed_chars > 0);
      const chars = sum(typed, (row) => row.command_template.length - row.typed_chars);
      const codes = Map.groupBy(hits, ({ alias }) => alias!.toLowerCase());
      return {
        totals: totals(ran),
        total_hits: hits.length,
        tokens: Math.floor(chars / 4),
        codes: Object.fromEntries([...codes].map(([code, part]) => [code, part.length])),
        groups: [...Map.groupBy(ran, keyOf)]
          .map(([key, part]) => ({
            key,
            ...totals(part),
            failures: part.filter(({ status, exit_code }) => status !== 'done' || exit_code !== 0).length,
            alias_hits: part.filter(({ alias }) => alias !== null).length,
          }))
          .sort((a, b) => (a.key < b.key ? -1 : 1)),
        refused: rows.length - ran.length,
      };
    };
    const dayOf = ({ created_at }: { created_at: number }) => new Date(created_at).toISOString().slice(0, 10);
    // biome-ignore lint/suspicious/noExplicitAny: whatever the tool answered.
    const compare = (answer: any, counted: Awaited<ReturnType<typeof recount>>) => {
      const { totals, total_hits, tokens, codes } = counted;
      expect(answer.totals).toEqual(totals);
      expect(answer.aliases).toMatchObject({ total_hits, tokens_saved_estimate: tokens });
      const top: { code: string; hits: number }[] = answer.aliases.top_codes;
      expect(Object.fromEntries(top.map(({ code, hits }) => [code.toLowerCase(), hits]))).toEqual(codes);
      expect(answer.aliases.hot_code).toBe(top[0]?.code ?? null);
      expect(answer.combined).toEqual({
        rtk_saved_tokens: totals.saved_tokens,
        alias_total_hits: total_hits,
        alias_prompt_tokens_estimate: tokens,
      });
    };

    beforeAll(async () => {
      member = await service.newUser('pro');
      await rest('POST', '/synapse/machines', { slug: 'mine', kind: 'local' }, member.session);
      await rest('PUT', '/synapse/aliases/sqn', { command: 'seq 1 {}' });
      await rest('PUT', '/synapse/aliases/Lng', { command: `echo ${'long '.repeat(20)}` });
      await rest('PUT', '/synapse/aliases/sht', { command: 'w' });
      for (let day = 0; day < 3; day++) {
        for (const command of [
          '@sqn 5',
          'SQN 2000',
          '@lng',
          'lng x',
          'sht --version',
          'seq 1 3000',
          'false',
          '@zzz x',
          'true',
        ]) {
          await exec(command);
        }
        await exec('sleep 60', { timeout_seconds: 2 });
        await exec('true', { cwd: '/does/not/exist' });
        service.advance(3_000);
        await rest('POST', '/synapse/exec', { machine: 'mine', command: 'seq 1 3000' }, member.session);
        service.advance(DAY_MS);
        session = await service.login();
        member = { ...member, session: await service.login(member.username, member.password) };
      }
      // It ends on another day than it began.
      const long = await tool('synapse_exec', { machine: 'local', command: 'sleep 60', wait_seconds: 0 });
      service.advance(DAY_MS);
      await tool('synapse_cancel_execution', { execution_id: long.result.execution_id });
      session = await service.login();
      expect(await exec('true')).toMatchObject({ status: 200, body: { exit_code: 0 } });
    });

    it('equal a recount from the log after a mixed run', async () => {
      const counted = await recount([adminId], dayOf);
      expect(counted.totals.commands).toBeGreaterThan(25);
      expect(counted.total_hits).toBeGreaterThan(12);
      expect(counted.refused).toBeGreaterThanOrEqual(6);
      const { result } = await tool('synapse_rtk_stats', { group_by: 'day', days: 30 });
      compare(result, counted);
      expect(result.groups).toEqual(counted.groups);
      expect(result.groups.length).toBeGreaterThanOrEqual(4);
      expect(result.aliases.top_codes).toContainEqual({ code: 'Lng', hits: 6 });
      const today = new Date(Date.parse(result.period.to));
      expect(result.period).toEqual({
        days: 30,
        from: new Date(today.getTime() - 29 * DAY_MS).toISOString().slice(0, 10),
        to: counted.groups.at(-1)!.key,
      });
      const overRest = await rest('GET', '/synapse/stats?group_by=day&days=30');
      expect(overRest.body).toEqual(result);
      expect((await tool('synapse_rtk_stats')).result).toEqual({ ...result, groups: [] });
      const lastDay = (await tool('synapse_rtk_stats', { days: 1, group_by: 'day' })).result;
      expect(lastDay.groups).toEqual(counted.groups.slice(-1));
      expect(lastDay.totals.commands).toBe(counted.groups.at(-1)!.commands);
    });

    it('stay when an alias is renamed or deleted', async () => {
      const before = (await tool('synapse_rtk_stats', { group_by: 'day' })).result;
      await rest('POST', '/synapse/aliases/sqn/rename', { new_code: 'sqq' });
      await rest('DELETE', '/synapse/aliases/lng');
      await rest('PUT', '/synapse/aliases/sht', { command: 'echo another command now' });
      expect((await tool('synapse_rtk_stats', { group_by: 'day' })).result).toEqual(before);
    });

    it('cross users only for administrators', async () => {
      const memberToken = await service.newToken(await service.login(member.username, member.password));
      for (const filter_user_id of [adminId, member.id]) {
        expect((await service.tool(memberToken, 'synapse_rtk_stats', { filter_user_id })).code).toBe('admin_required');
      }
      const own = (await service.tool(memberToken, 'synapse_rtk_stats', { group_by: 'user' })).result;
      expect(own.groups).toMatchObject([{ key: member.id, commands: 3 }]);
      compare(own, await recount([member.id], dayOf));
      const filtered = (await tool('synapse_rtk_stats', { filter_user_id: member.id, group_by: 'user' })).result;
      expect(filtered).toEqual(own);
      const everybody = (await tool('synapse_rtk_stats', { group_by: 'user' })).result;
      const counted = await recount([adminId, member.id], ({ workspace_id }) => workspace_id);
      compare(everybody, counted);
      expect(everybody.groups).toEqual(counted.groups);
      const none = (await tool('synapse_rtk_stats', { filter_user_id: 'nobody' })).result;
      expect(none).toMatchObject({ totals: { commands: 0 }, aliases: { hot_code: null, top_codes: [] } });
    });
  });
});
