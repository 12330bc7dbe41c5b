/** A real service with a log in it. A test can change every part of it and put it back. */
import { createSecretKey } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { administer } from '../../packages/server/src/admin/administer.ts';
import { type CutServices, cutChain, removeCut } from '../../packages/server/src/audit/archive/cut.ts';
import { createFolderArchive } from '../../packages/server/src/audit/archive/folder-archive.ts';
import { signingKeys } from '../../packages/server/src/audit/checkpoint-line.ts';
import type { VerifyAnswer } from '../../packages/server/src/audit/verification.ts';
import { hashPassword } from '../../packages/server/src/auth/passwords.ts';
import { insertUser, usernameKey } from '../../packages/server/src/auth/user-store.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
import { newId, personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { masterKey } from '../../packages/server/src/vault/cipher.ts';
import { loadInstanceKeys } from '../../packages/server/src/vault/instance-keys.ts';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService, type TestUser, USUAL_RATE } from '../service.ts';

export interface Verdict {
  readonly state: string;
  readonly entries: number;
  readonly archived: number;
  readonly findings: readonly { readonly problem: string }[];
  readonly unknown: readonly string[];
}

export type Row = Record<string, unknown>;

export interface World {
  readonly service: Service;
  readonly database: Database;
  readonly file: string;
  /** The folder of the archive. */
  readonly archive: string;
  /** What moves entries there. */
  readonly cutting: CutServices;
  readonly env: Record<string, string>;
  /** With a machine to run commands on. */
  newUser(): Promise<TestUser>;
  exec(user: TestUser, command?: string): Promise<void>;
  online(user: TestUser): Promise<Verdict>;
  offline(): Promise<Verdict>;
  /** Everything written so far: its file is complete, and the database knows its last line. */
  signedOff(): Promise<void>;
  rows(table: Table): Promise<Row[]>;
  disarm(): Promise<void>;
  /** Moves this user's entries before that number to the archive. */
  cut(user: TestUser, before: number): Promise<void>;
  /** Saves everything; the returned function restores it. */
  snapshot(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

const TABLES = ['audit_entries', 'audit_heads', 'audit_checkpoint_files', 'audit_cuts'] as const;
export type Table = (typeof TABLES)[number] | 'users';

// biome-ignore lint/suspicious/noExplicitAny: whoever tampers knows no types.
export const anyTable = (database: Database): Kysely<any> => database.queries as never;

export async function openWorld(dialect: 'sqlite' | 'postgres'): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'synapse-tampered-'));
  const databaseUrl = dialect === 'postgres' ? await createPostgresDatabase() : null;
  const env = { SYNAPSE_DATA_DIR: dataDir, ...(databaseUrl && { SYNAPSE_DATABASE_URL: databaseUrl }) };
  const service = await startService(env, USUAL_RATE);
  const { database } = service.app;
  const db = anyTable(database);
  const file = join(dataDir, 'audit-checkpoints.jsonl');
  const archive = join(dataDir, 'audit-archive');
  const keys = await loadInstanceKeys(
    database,
    masterKey(Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8').trim(), 'base64')),
  );
  const cutting: CutServices = {
    database,
    clock: Date.now,
    archive: createFolderArchive(archive, dataDir),
    sealKey: createSecretKey(keys.auditSeals),
    signing: signingKeys(keys.auditCheckpoints),
  };
  const rows: World['rows'] = (table) => db.selectFrom(table).selectAll().execute() as Promise<Row[]>;
  const disarm = async (): Promise<void> => {
    if (dialect === 'postgres') return void (await sql`alter table audit_entries disable trigger all`.execute(db));
    for (const name of ['no_rewrite', 'no_delete']) {
      await sql.raw(`drop trigger if exists audit_entries_${name}`).execute(db);
    }
  };
  const triggers =
    dialect === 'postgres'
      ? ['alter table audit_entries enable trigger all']
      : (
          (
            await sql`select sql from sqlite_master where type = 'trigger' and tbl_name = 'audit_entries'
            and name <> 'audit_entries_words'`.execute(db)
          ).rows as { sql: string }[]
        ).map(({ sql }) => sql);

  /** Not made by an administrator, whose log would tell of it: only what a test writes is in the log. */
  const addUser = async (): Promise<TestUser> => {
    const id = newId();
    const username = `user-${id}`;
    const password = `password of ${username}`;
    const now = Date.now();
    await insertUser(database.queries, {
      id,
      username,
      username_key: usernameKey(username),
      email: null,
      email_key: null,
      password_hash: await hashPassword(password),
      plan: 'pro',
      role: 'admin',
      disabled: 0,
      session_epoch: 0,
      language: null,
      created_at: now,
      updated_at: now,
    });
    return { id, username, password, session: await service.login(username, password) };
  };

  return {
    service,
    database,
    file,
    archive,
    cutting,
    env,
    rows,
    disarm,
    newUser: async () => {
      const user = await addUser();
      const body = { slug: 'local', label: 'Here', kind: 'local' };
      await service.call('POST', '/synapse/machines', { token: user.session, body });
      return user;
    },
    exec: async (user, command = 'true') => {
      const body = { machine: 'local', command };
      const answer = await service.call('POST', '/synapse/exec', { token: user.session, body });
      if (answer.status !== 200) throw new Error(`the command was answered with ${JSON.stringify(answer)}`);
    },
    online: async (user) => {
      const asked = new Date().toISOString();
      // Where it takes long it goes on in the background, and what it finds is kept: this waits for what is there now.
      for (;;) {
        const { body } = await service.call<VerifyAnswer>('GET', '/synapse/audit/verify', { token: user.session });
        if (body.progress === undefined && (body.verified_at ?? asked) >= asked) return body as Verdict;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    },
    offline: async () =>
      (await administer({ verb: 'audit-verify' }, { env, clock: Date.now, onProgress: () => undefined })) as Verdict,
    signedOff: async () => {
      for (;;) {
        const heads = await rows('audit_heads');
        const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
        const signed = heads.every(({ workspace_id, seq }) => seq === 0 || text.includes(`["${workspace_id}",${seq},`));
        // A line is recorded after it was written: in between, nobody could tell that it was removed.
        const [record] = await rows('audit_checkpoint_files');
        if (signed && record?.lines === text.split('\n').length - 1) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    cut: async (user, before) => {
      const entries = (await rows('audit_entries')).filter(({ workspace_id }) => workspace_id === user.id);
      const { created_at } = entries.find(({ seq }) => seq === before)!;
      // Two entries of one millisecond would be of one age.
      expect(await cutChain(cutting, personalWorkspaceId(user.id), Number(created_at))).toBeGreaterThan(0);
      await removeCut(cutting, personalWorkspaceId(user.id));
    },
    snapshot: async () => {
      const kept = new Map<Table, Row[]>();
      for (const table of [...TABLES, 'users'] as const) kept.set(table, await rows(table));
      const copy = `${file}.copy`;
      copyFileSync(file, copy);
      const archived = `${archive}.copy`;
      if (existsSync(archive)) cpSync(archive, archived, { recursive: true });
      return async () => {
        await disarm();
        for (const table of TABLES) {
          await db.deleteFrom(table).execute();
          const before = kept.get(table)!;
          if (before.length > 0) await db.insertInto(table).values(before).execute();
        }
        // Two passes: no two users may have one name, not even for a moment.
        for (const final of [false, true]) {
          for (const { id, username, username_key } of kept.get('users')!) {
            const names = final ? { username, username_key } : { username: id, username_key: id };
            await db.updateTable('users').set(names).where('id', '=', id).execute();
          }
        }
        for (const text of triggers) await sql.raw(text).execute(db);
        writeFileSync(file, readFileSync(copy));
        rmSync(archive, { recursive: true, force: true });
        if (existsSync(archived)) cpSync(archived, archive, { recursive: true });
      };
    },
    stop: async () => {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
