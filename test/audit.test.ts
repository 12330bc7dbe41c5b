/**
 * The audit log: what is changed, removed, inserted or cut is detected; filters, pages and exports; on both databases.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createFolderArchive } from '../packages/server/src/audit/archive/folder-archive.ts';
import { type AuditSubject, createAudit } from '../packages/server/src/audit/audit.ts';
import { heads } from '../packages/server/src/audit/audit-store.ts';
import { openingHash } from '../packages/server/src/audit/chain.ts';
import { createCheckpoints } from '../packages/server/src/audit/checkpoints.ts';
import { exportAudit } from '../packages/server/src/audit/export.ts';
import { verifyAudit } from '../packages/server/src/audit/verify.ts';
import type { Database } from '../packages/server/src/db/database.ts';
import { personalWorkspaceId } from '../packages/server/src/ids.ts';
import { describeOnBothDatabases } from './databases.ts';

const sealKey = Buffer.alloc(32, 1);
const keys = { auditSeals: sealKey, auditCheckpoints: Buffer.alloc(32, 3) };
const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true });
});

describeOnBothDatabases('the audit log', ({ open }) => {
  let users = 0;
  const setup = async (entries: number) => {
    const database = open();
    let now = Date.UTC(2031, 0, 1);
    const audit = createAudit(database, () => now, { instanceId: 'one', sealKey, deadAfterMs: 0 });
    const workspaceId = personalWorkspaceId(`user${++users}`);
    const subject = (index: number): AuditSubject => ({
      workspaceId,
      source: 'mcp',
      machine: index % 3 === 0 ? 'web' : 'db',
      container: null,
      cwd: null,
      commandTemplate: index % 5 === 0 ? `=cmd "${index}",\n{{X}}` : `echo ${index}`,
      alias: index % 4 === 0 ? 'Gst' : null,
      typedChars: 4,
      tokenHint: null,
      ip: '192.0.2.1',
    });
    for (let index = 0; index < entries; index++) {
      now += 1000;
      const entry = await database.transaction((tx) => audit.open(tx, subject(index)));
      await audit.close(database.queries, entry, { status: 'done', exitCode: index % 7 === 0 ? 1 : 0, durationMs: 5 });
    }
    const directory = await mkdtemp(join(tmpdir(), 'synapse-checkpoints-'));
    directories.push(directory);
    const checkpoints = createCheckpoints(database, directory, keys);
    const archive = createFolderArchive(join(directory, 'archive'), directory);
    /** Only for this user, because the other tests of this suite share the database. */
    const verify = async (at = now) => {
      const verdict = await verifyAudit(database, { keys, workspaceId, checkpoints, archive, now: at });
      const findings = verdict.findings.filter(({ workspace_id }) => workspace_id === workspaceId);
      return { ...verdict, findings, intact: findings.length === 0 };
    };
    return { database, audit, workspaceId, subject, verify, checkpoints, now: () => now };
  };
  /** What an attacker with access to the database would do first. */
  const disarm = async (database: Database) => {
    if (database.dialect === 'sqlite') {
      await sql`drop trigger if exists audit_entries_no_rewrite`.execute(database.queries);
      await sql`drop trigger if exists audit_entries_no_delete`.execute(database.queries);
    } else {
      for (const name of ['guard', 'no_delete']) {
        await sql.raw(`alter table audit_entries disable trigger audit_entries_${name}`).execute(database.queries);
      }
    }
  };

  it('is closed to changes: the database itself refuses them', async () => {
    const { database, workspaceId } = await setup(3);
    const { queries } = database;
    const sealed = queries
      .updateTable('audit_entries')
      .set({ command_template: 'x' })
      .where('workspace_id', '=', workspaceId);
    await expect(sealed.execute()).rejects.toThrow(/cannot be changed/);
    const closed = queries.updateTable('audit_entries').set({ exit_code: 0 }).where('workspace_id', '=', workspaceId);
    await expect(closed.execute()).rejects.toThrow(/cannot be changed/);
    await expect(queries.deleteFrom('audit_entries').execute()).rejects.toThrow(/cannot be deleted/);
  });

  it('shows what was changed, removed, inserted or reopened all the same [C6-VERIFY]', async () => {
    const { database, workspaceId, verify } = await setup(12);
    expect(await verify()).toMatchObject({ intact: true, entries: 12, findings: [] });
    await disarm(database);
    const entry = (seq: number) =>
      database.queries.updateTable('audit_entries').where('workspace_id', '=', workspaceId).where('seq', '=', seq);
    await entry(2).set({ command_template: 'rm -rf /' }).execute();
    await entry(4).set({ exit_code: 0, status: 'timeout' }).execute();
    await entry(6).set({ status: 'running', seal: null }).execute();
    await database.queries
      .deleteFrom('audit_entries')
      .where('workspace_id', '=', workspaceId)
      .where('seq', '=', 8)
      .execute();
    await entry(11)
      .set({ prev_hash: Buffer.alloc(32, 9) })
      .execute();
    const { findings } = await verify(Date.UTC(2032, 0, 1));
    expect(findings.map(({ seq, problem }) => [seq, problem])).toEqual([
      [2, 'changed'],
      [4, 'closing_changed'],
      [6, 'closing_changed'],
      [9, 'removed'],
      [11, 'inserted'],
      [11, 'changed'],
    ]);
  });

  it('shows any one column changed, at once', async () => {
    const { database, workspaceId, verify } = await setup(3);
    await disarm(database);
    const row = database.queries.selectFrom('audit_entries').selectAll().where('workspace_id', '=', workspaceId);
    const original = await row.where('seq', '=', 2).executeTakeFirstOrThrow();
    const set = (values: Partial<typeof original>) =>
      database.queries
        .updateTable('audit_entries')
        .set(values)
        .where('workspace_id', '=', workspaceId)
        .where('execution_id', 'in', [original.execution_id, 'other'])
        .execute();
    const changes: Partial<typeof original>[] = [
      { id: 'other' },
      { execution_id: 'other' },
      { created_at: original.created_at + 1 },
      { source: 'rest' },
      { machine: 'other' },
      { container: 'c' },
      { cwd: '/' },
      { command_template: 'ls' },
      { alias: 'abc' },
      { typed_chars: 5 },
      { token_hint: 'x' },
      { ip: null },
      { prev_hash: Buffer.alloc(32) },
      { hash: Buffer.alloc(32) },
      { status: 'running' },
      { status: 'running', seal: null },
      { status: 'refused' },
      { exit_code: 9 },
      { exit_code: null },
      { refusal: 'x' },
      { duration_ms: 6 },
      { stdout_bytes: 1 },
      { returned_bytes: 1 },
      { filter: 'x' },
      { saved_tokens: 1 },
      { seal: null },
      { seal: Buffer.alloc(32) },
    ];
    for (const change of changes) {
      await set(change);
      expect((await verify()).intact, JSON.stringify(change)).toBe(false);
      await set(original);
      expect((await verify()).intact).toBe(true);
    }
  });

  it('shows an entry that somebody opened, or opened again, also after a start has closed it', async () => {
    const { database, audit, workspaceId, verify } = await setup(2);
    await disarm(database);
    const entries = database.queries.updateTable('audit_entries').where('workspace_id', '=', workspaceId);
    const blank = { exit_code: null, duration_ms: null, instance_id: 'gone', status: 'running', seal: null };
    await entries.where('seq', '=', 1).set(blank).execute();
    const last = await database.queries
      .selectFrom('audit_entries')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('seq', '=', 2)
      .executeTakeFirstOrThrow();
    const forged = {
      ...last,
      ...blank,
      seq: 3,
      id: `${workspaceId}-f`,
      execution_id: `${workspaceId}-f`,
      prev_hash: last.hash,
    };
    const hash = openingHash(forged, last.hash);
    await database.queries
      .insertInto('audit_entries')
      .values({ ...forged, hash })
      .execute();
    await database.queries
      .updateTable('audit_heads')
      .set({ seq: 3, hash })
      .where('workspace_id', '=', workspaceId)
      .execute();
    const shown = [
      [1, 'closing_changed'],
      [3, 'closing_changed'],
      [3, 'head_changed'],
    ];
    const found = async () => (await verify()).findings.map(({ seq, problem }) => [seq, problem]);
    expect(await found()).toEqual(shown);
    await audit.interruptDead();
    const { entries: listed } = await audit.list(workspaceId, { limit: 3 });
    expect(listed.map(({ status }) => status)).toEqual(['interrupted', 'done', 'interrupted']);
    expect(await found()).toEqual(shown);
  });

  it('shows a chain that was removed whole, by its checkpoint', async () => {
    const { database, workspaceId, verify, checkpoints, now } = await setup(2);
    const mine = async () => (await heads(database.queries)).filter((head) => head.workspace_id === workspaceId);
    expect(await checkpoints.write(await mine(), now())).toMatchObject([{ workspace_id: workspaceId, seq: 2 }]);
    expect(await checkpoints.write(await mine(), now())).toEqual([]);
    expect((await verify()).intact).toBe(true);
    await disarm(database);
    await database.queries.deleteFrom('audit_entries').where('workspace_id', '=', workspaceId).execute();
    await database.queries.deleteFrom('audit_heads').where('workspace_id', '=', workspaceId).execute();
    expect((await verify()).findings).toMatchObject([{ seq: 2, problem: 'truncated' }]);
    checkpoints.close();
  });

  it('appends one after the other, also from two instances at once', async () => {
    const { database, audit, subject, verify } = await setup(0);
    const otherDatabase = open();
    const other = createAudit(otherDatabase, Date.now, { instanceId: 'two', sealKey, deadAfterMs: 60_000 });
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const [here, log] = index % 2 === 0 ? [database, audit] : [otherDatabase, other];
        log.committed(await here.transaction((tx) => log.refuse(tx, subject(index), 'machine_not_found')));
      }),
    );
    expect(await verify()).toMatchObject({ intact: true, entries: 60 });
    expect(database.dialect).toBeTypeOf('string');
  });

  it('lists newest first, by page and by filter [C4-AUDIT-LIST]', async () => {
    const { audit, workspaceId } = await setup(45);
    const list = (query: object) => audit.list(workspaceId, { limit: 20, ...query });
    const first = await list({});
    const second = await list({ cursor: first.next_cursor! });
    const third = await list({ cursor: second.next_cursor! });
    const commands = [...first.entries, ...second.entries, ...third.entries].map(({ created_at }) => created_at);
    expect(commands).toHaveLength(45);
    expect(commands).toEqual([...commands].sort().reverse());
    expect(third.next_cursor).toBeNull();
    expect((await list({ machine: 'web', limit: 200 })).entries).toHaveLength(15);
    expect((await list({ alias: 'gST', limit: 200 })).entries).toHaveLength(12);
    expect((await list({ success: false, limit: 200 })).entries).toHaveLength(7);
    expect((await list({ success: true, limit: 200 })).entries).toHaveLength(38);
    const [since, until] = [new Date(Date.UTC(2031, 0, 1, 0, 0, 11)).toISOString(), '2031-01-01T01:00:21+01:00'];
    const span = (await list({ since, until, limit: 200 })).entries.map(({ created_at }) => created_at.slice(17, 19));
    expect(span).toEqual(['20', '19', '18', '17', '16', '15', '14', '13', '12', '11']);
    for (const made of ['nonsense', '1.9999999999.a', '1.2147483648.a']) {
      const cursor = Buffer.from(made).toString('base64url');
      await expect(list({ cursor })).rejects.toMatchObject({ code: 'arguments_invalid' });
    }
    const last = Buffer.from('999999999999999.2147483647.a').toString('base64url');
    expect(await list({ cursor: last })).toEqual(await list({}));
    expect((await audit.list(personalWorkspaceId('somebody else'), { limit: 200 })).entries).toEqual([]);
  });

  it('is exported as JSON Lines and as CSV that no spreadsheet runs [C6-EXPORT]', async () => {
    const { audit, workspaceId } = await setup(6);
    const read = async (format: 'jsonl' | 'csv') =>
      (await exportAudit(audit, workspaceId, {}, format).toArray()).join('');
    const lines = (await read('jsonl'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { command_template: string });
    expect(lines.map(({ command_template }) => command_template)).toEqual([
      '=cmd "5",\n{{X}}',
      'echo 4',
      'echo 3',
      'echo 2',
      'echo 1',
      '=cmd "0",\n{{X}}',
    ]);
    const csv = await read('csv');
    expect(csv.split('\r\n')[0]).toMatch(/^id,execution_id,created_at,source,machine/);
    expect(csv).toContain(`"'=cmd ""5"",\n{{X}}"`);
    const across = (await exportAudit(audit, null, {}, 'csv').toArray()).join('');
    expect(across.split('\r\n')[0]).toMatch(/,hash,user_id$/);
    expect(across).toMatch(new RegExp(`,${workspaceId}\r\n`));
  });
});
