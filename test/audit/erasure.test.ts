/**
 * Erasing what the commands of a person said: the text is gone everywhere, the log stays whole, and whoever empties an
 * entry without being asked to is still found out.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { administer } from '../../packages/server/src/admin/administer.ts';
import { cutChain } from '../../packages/server/src/audit/archive/cut.ts';
import { createAudit } from '../../packages/server/src/audit/audit.ts';
import { chainPage } from '../../packages/server/src/audit/audit-store.ts';
import { createEraseCommands, resumeErasures } from '../../packages/server/src/audit/erase-commands.ts';
import { cutOffErasures } from '../../packages/server/src/audit/erasure-store.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
import { newId, personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { startService, type TestUser } from '../service.ts';
import { anyTable, openWorld, type Row, type Verdict, type World } from './world.ts';

const INTACT = { state: 'intact', findings: [], unknown: [] };
const WORD = 'mulberry';
const ERASED = { command_template: '[erased]', cwd: null, alias: null, token_hint: null, ip: null, container: null };

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`commands that are erased on ${dialect}`, () => {
    let world: World;
    let [ada, root]: TestUser[] = [];
    beforeAll(async () => {
      world = await openWorld(dialect);
      [ada, root] = [await world.newUser(), await world.newUser()];
      const policy = { text: 'default: allow', version: 0 };
      await world.service.call('PUT', '/synapse/policy', { token: ada.session, body: policy });
      for (let each = 1; each <= 4; each++) await world.exec(ada, `echo ${WORD}${each}`);
      await world.exec(root!, `echo ${WORD} of another`);
      await world.signedOff();
    });
    afterAll(() => world?.stop());

    const chainOf = async (user: TestUser): Promise<Row[]> =>
      (await world.rows('audit_entries'))
        .filter(({ workspace_id }) => workspace_id === user.id)
        .sort((a, b) => Number(a.seq) - Number(b.seq));
    const everybodys = async (word: string): Promise<Row[]> => {
      const path = `/synapse/executions?all=true&q=${word}`;
      return (await world.service.call<{ entries: Row[] }>('GET', path, { token: root!.session })).body.entries;
    };
    const erase = (id: string) =>
      world.service.call('POST', `/admin/users/${id}/erase-commands`, { token: root!.session });
    const set = (seq: number, values: Row) =>
      anyTable(world.database)
        .updateTable('audit_entries')
        .set(values)
        .where('workspace_id', '=', ada!.id)
        .where('seq', '=', seq)
        .execute();
    const problems = (verdict: Verdict): string[] => verdict.findings.map(({ problem }) => problem);

    it('are those of an account that is gone, and only an administrator erases them', async () => {
      expect(await erase(ada!.id)).toMatchObject({ status: 409, body: { code: 'user_not_removed' } });
      expect(await erase('01JZZZZZZZZZZZZZZZZZZZZZZZ')).toMatchObject({ status: 404 });
      await expect(set(2, { ...ERASED, erased: Buffer.alloc(32) })).rejects.toThrow('cannot be changed');
      expect(await everybodys(`${WORD}2`)).toHaveLength(1);
    });

    it('leave their entries with time, machine, end and hash, and no text anywhere', async () => {
      const before = await chainOf(ada!);
      await world.service.call('DELETE', `/admin/users/${ada!.id}`, { token: root!.session });
      expect(await erase(ada!.id)).toMatchObject({ status: 200, body: { erased: 4, left_in_archive: 0 } });
      const after = await chainOf(ada!);
      const commands = before.filter(({ machine }) => machine !== '-');
      expect(commands).toHaveLength(4);
      for (const { seq, hash, prev_hash, created_at, machine, status, exit_code, seal } of commands) {
        const kept = { seq, hash, prev_hash, created_at, machine, status, exit_code, seal };
        expect(after.find((row) => row.seq === seq)).toMatchObject({ ...kept, ...ERASED, rule: null });
      }
      // What the person administered is not only about them.
      expect(after.find(({ machine }) => machine === '-')).toMatchObject({ erased: null });
      expect(after.at(-1)).toMatchObject({
        machine: '-',
        erases: before.length,
        status: 'done',
        command_template: `commands erased by ${root!.username} (${root!.id})`,
      });
      expect((await chainOf(root!)).at(-1)!.command_template).toBe(`commands of ${ada!.username} (${ada!.id}) erased`);
      // Nobody finds them by what they said; those of others are still found.
      expect(await everybodys(`${WORD}2`)).toEqual([]);
      expect(await everybodys(WORD)).toHaveLength(1);
      for (const table of ['audit_words', 'kept_outputs', 'usage_breakdown', 'daily_alias_usage', 'journal_entries']) {
        const rows = await anyTable(world.database).selectFrom(table).selectAll().execute();
        const ofAda = rows.filter(({ workspace_id, seq }) => workspace_id === ada!.id && (seq ?? 0) <= before.length);
        const said =
          table === 'audit_words' ? ofAda.filter(({ seq }) => commands.some((row) => row.seq === seq)) : ofAda;
        expect([table, said]).toEqual([table, []]);
      }
    });

    it('belong to an account that administrators see among those that were removed', async () => {
      const removed = (token: string) => world.service.call('GET', '/admin/removed-users', { token });
      const { status, body } = await removed(root!.session);
      expect(status).toBe(200);
      expect((body as { users: unknown[] }).users).toEqual([
        { id: ada!.id, username: ada!.username, last_entry_at: expect.any(String), erased: true },
      ]);
      const member = await world.service.newUser('pro');
      expect(await removed(member.session)).toMatchObject({ status: 403 });
    });

    it('are told as erased, not as damage', async () => {
      await world.signedOff();
      expect(await world.offline()).toMatchObject({ ...INTACT, erased: 4 });
    });

    it('are erased once: asking again erases what is new, and changes nothing else', async () => {
      const before = await chainOf(ada!);
      expect(await erase(ada!.id)).toMatchObject({ status: 200, body: { erased: 0 } });
      expect((await chainOf(ada!)).slice(0, before.length)).toEqual(before);
      await world.signedOff();
      expect(await world.offline()).toMatchObject({ ...INTACT, erased: 4 });
    });

    it.each<[string, () => Promise<unknown>, string]>([
      ['its time', () => set(2, { created_at: 5 }), 'erasure_forged'],
      ['its machine', () => set(2, { machine: 'elsewhere' }), 'erasure_forged'],
      ['its text, by another one', () => set(2, { command_template: 'innocent' }), 'erasure_forged'],
      ['its hash', () => set(2, { hash: Buffer.alloc(32, 7) }), 'erasure_forged'],
      ['its exit code', () => set(2, { exit_code: 9 }), 'closing_changed'],
      ['its seal, which is taken off', () => set(2, { erased: null }), 'changed'],
      ['how far the erasure goes', () => set(6, { erases: 1 }), 'changed'],
    ])('are still guarded: somebody changes %s', async (_what, tamper, problem) => {
      const putBack = await world.snapshot();
      await world.disarm();
      try {
        await tamper();
        expect(problems(await world.offline())).toContain(problem);
      } finally {
        await putBack();
      }
      expect(await world.offline()).toMatchObject({ ...INTACT, erased: 4 });
    });

    it('cannot be changed any more, says the database itself', async () => {
      for (const values of [{ command_template: 'innocent' }, { erased: null }, { machine: 'x' }, { exit_code: 3 }]) {
        await expect(set(2, values)).rejects.toThrow('cannot be changed');
      }
    });

    it('go to the archive as they are', async () => {
      expect(await cutChain(world.cutting, personalWorkspaceId(ada!.id), Date.now() + 1)).toBeGreaterThan(4);
      const [file] = globSync('**/*.jsonl', { cwd: world.archive }) as [string];
      expect(readFileSync(join(world.archive, file), 'utf8')).not.toContain(WORD);
    });

    it('are erased from the archive, too, also without a running service', async () => {
      const bob = await world.newUser();
      for (let each = 1; each <= 3; each++) await world.exec(bob, `echo ${WORD}${each}`);
      await world.cut(bob, 3);
      await world.signedOff();
      const files = () => globSync(`${bob.id}/*.jsonl`, { cwd: world.archive });
      expect(files()).toHaveLength(1);
      const context = { env: world.env, clock: Date.now, onProgress: () => undefined };
      const request = { verb: 'user-rm', username: bob.username, erase_commands: true } as const;
      expect(await administer(request, context)).toEqual({ erased: { erased: 3, left_in_archive: 0 } });
      expect(files()).toEqual([]);
      const told = (await chainOf(bob)).map(({ command_template }) => command_template);
      expect(told).toEqual(['[erased]', `user rm ${bob.username} (${bob.id}) (offline)`, 'commands erased offline']);
      expect(problems(await world.offline())).toEqual([]);
      // Of an account that is gone, the id says who is meant.
      expect(await administer({ ...request, username: bob.id }, context)).toEqual({
        erased: { erased: 0, left_in_archive: 0 },
      });
      await expect(administer({ ...request, username: 'nobody' }, context)).rejects.toThrow();
    });

    it('go on for nobody by an erasure that is not sealed', async () => {
      const mallory = await world.newUser();
      await world.exec(mallory, `echo ${WORD}`);
      await world.exec(mallory, 'true');
      await world.signedOff();
      const putBack = await world.snapshot();
      await world.disarm();
      try {
        await anyTable(world.database)
          .updateTable('audit_entries')
          .set({ erases: 1 })
          .where('workspace_id', '=', mallory.id)
          .where('seq', '=', 2)
          .execute();
        const keys = { archive: world.cutting.archive, sealKey: world.cutting.sealKey.export() };
        expect(await resumeErasures(world.database, keys, new AbortController().signal)).toEqual({});
        expect((await chainOf(mallory))[0]!.command_template).toBe(`echo ${WORD}`);
      } finally {
        await putBack();
      }
    });

    it.runIf(dialect === 'sqlite')('leave no word in the index', async () => {
      const db = anyTable(world.database);
      await sql`create virtual table audit_terms using fts5vocab(audit_words, 'row')`.execute(db);
      const { rows } = await sql<{ term: string }>`select term from audit_terms`.execute(db);
      const words = rows.map(({ term }) => term).filter((term) => term.startsWith(WORD));
      expect(words).toEqual([WORD]);
    });

    it('are erased at the next start, where a crash cut the erasure off', async () => {
      const eve = await world.newUser();
      for (let each = 1; each <= 3; each++) await world.exec(eve, `echo ${WORD}${each}`);
      await world.service.call('DELETE', `/admin/users/${eve.id}`, { token: root!.session });
      const { database } = world;
      const { archive, sealKey } = world.cutting;
      const keys = { archive, sealKey: sealKey.export(), eraseNames: async () => undefined };
      const audit = createAudit(database, Date.now, { instanceId: newId(), sealKey: keys.sealKey, deadAfterMs: 1000 });
      // It ends right after it was told.
      let told = false;
      const crashing: Database = {
        ...database,
        transaction: (work) => {
          if (told) throw new Error('the power is cut');
          told = true;
          return database.transaction(work);
        },
      };
      const erasing = createEraseCommands(crashing, { audit, ...keys });
      const by = { userId: null, source: 'cli', ip: null } as const;
      await expect(erasing(eve.id, by)).rejects.toThrow('the power is cut');
      const said = async () => (await chainOf(eve)).map(({ command_template }) => command_template);
      expect((await said()).join()).toContain(`${WORD}2`);
      const before = await said();
      await world.service.stop();
      const next = await startService(world.env);
      onTestFinished(() => next.stop());
      const { queries } = next.app.database;
      const left = () => cutOffErasures(queries);
      await expect.poll(left).toEqual([]);
      const after = await chainPage(queries, personalWorkspaceId(eve.id), 0, 10);
      expect(after.map(({ command_template }) => command_template)).toEqual([
        ...Array.from({ length: 3 }, () => '[erased]'),
        ...before.slice(3),
      ]);
      const signal = new AbortController().signal;
      expect(await resumeErasures(next.app.database, keys, signal)).toEqual({});
      expect(problems(await world.offline())).toEqual([]);
    });
  });
}
