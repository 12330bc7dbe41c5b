/** Administration without a running service: users, migrations, verification, backup and restore, the key. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readCatalogue } from '../../packages/server/src/backup/catalogue-store.ts';
import { createDigest, type TableDigest } from '../../packages/server/src/backup/digest.ts';
import { restoreBackup } from '../../packages/server/src/backup/restore-backup.ts';
import { readRows } from '../../packages/server/src/backup/row-store.ts';
import { openDatabase } from '../../packages/server/src/db/open.ts';
import { createPostgresDatabase } from '../databases.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Cli, createCli } from './run-cli.ts';

const root = mkdtempSync(join(tmpdir(), 'synapse-offline-'));
const place = (name: string): string => join(root, name);
const PASSPHRASE = 'a passphrase for the backup';
const SECRET = 'value-of-the-canary-secret-4711';
let cli: Cli;
// Each command is a process of its own, which takes time on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

let service: Service;
const source = place('source');
const backupFile = place('full.backup');
const passphraseFile = place('passphrase');

/** An instance with something in every table that can be filled from outside. */
beforeAll(async () => {
  cli = createCli();
  mkdirSync(source, { mode: 0o700 });
  writeFileSync(passphraseFile, `${PASSPHRASE}\n`, { mode: 0o600 });
  service = await startService({ SYNAPSE_DATA_DIR: source });
  const session = await service.login();
  // On a busy computer what looks at a filter may be refused for the moment.
  const put = (path: string, body: object) =>
    vi.waitFor(
      async () => expect((await service.call('PUT', path, { token: session, body })).status).toBeLessThan(300),
      {
        timeout: 45_000,
      },
    );
  const post = (path: string, body: object) => service.call('POST', path, { token: session, body });
  await put('/synapse/secrets/CANARY', { value: SECRET });
  await put('/synapse/aliases/zzb', { command: 'echo from an alias' });
  await put('/synapse/filters/mine', { match_command: '^mine', max_lines: 3 });
  await service.newUser('pro');
  const project = await service.call<{ id: number }>('POST', '/tda/projects', {
    token: session,
    body: { name: 'kept' },
  });
  await post('/tda/journal', { project_id: project.body.id, content: 'an entry about lighthouses' });
  const gone = await service.call<{ id: number }>('POST', '/tda/projects', { token: session, body: { name: 'gone' } });
  await service.call('DELETE', `/tda/projects/${gone.body.id}`, { token: session });
  const token = await service.newToken(session);
  await service.tool(token, 'synapse_exec', { machine: 'local', command: 'echo "{{CANARY}}" é \u{1f527}; seq 1 3000' });
  for (let count = 0; count < 25; count++) await post('/synapse/exec', { machine: 'local', command: `echo ${count}` });
  await post('/synapse/exec', { machine: 'nowhere', command: 'true' });
  await post('/auth/logout', {});
});
afterAll(async () => {
  await service.stop();
  cli.remove();
  rmSync(root, { recursive: true, force: true });
});

/** What the service held when the backup was made: it runs on, and its own work changes rows from time to time. */
let backedUp: Record<string, TableDigest>;

/** Everything in a database, table by table. Signs of life and checkpoints continue in the one that runs. */
async function everything(where: {
  databaseUrl: string | null;
  dataDir: string;
}): Promise<Record<string, TableDigest>> {
  const database = openDatabase(where);
  try {
    const found: Record<string, TableDigest> = {};
    for (const table of await readCatalogue(database.queries)) {
      const digest = createDigest(table.columns);
      for await (const rows of readRows(database.queries, table)) digest.add(rows);
      found[table.name] = digest.end();
    }
    for (const name of ['instances', 'audit_checkpoint_files']) delete found[name];
    return found;
  } finally {
    await database.close();
  }
}

describe('backup and restore', () => {
  it('writes one file while the service runs, with nothing readable in it', async () => {
    const env = { SYNAPSE_DATA_DIR: source };
    const { code, json, stderr } = await cli.run(
      'backup',
      [backupFile, '--include-master-key', '--passphrase-file', passphraseFile, '--json'],
      { env },
    );
    backedUp = await everything({ databaseUrl: null, dataDir: source });
    expect(code, stderr).toBe(0);
    expect(json).toMatchObject({ file: backupFile, master_key: true });
    expect(json.rows).toBeGreaterThan(50);
    expect(statSync(backupFile).mode & 0o777).toBe(0o600);
    expect(readdirSync(root).filter((name) => name.includes('partial'))).toEqual([]);
    const bytes = readFileSync(backupFile).toString('latin1');
    for (const word of [SECRET, 'CANARY', 'admin', 'audit_entries', 'from an alias']) expect(bytes).not.toContain(word);
    expect(await cli.run('backup', [backupFile, '--passphrase-file', passphraseFile], { env })).toMatchObject({
      code: 1,
    });
  });

  it('restores into an empty directory, equal in everything, and serves from there', async () => {
    const target = place('restored');
    const restored = await cli.run('restore', [backupFile, '--passphrase-file', '-', '--data-dir', target, '--json'], {
      input: PASSPHRASE,
    });
    expect(restored, restored.stderr).toMatchObject({ code: 0, json: { master_key: 'restored' } });
    const after = await everything({ databaseUrl: null, dataDir: target });
    expect(after).toEqual(backedUp);
    expect(after.audit_entries!.rows).toBe(28);
    expect(after.secrets!.rows).toBe(1);
    expect(after.own_filters!.rows).toBe(1);
    expect(statSync(join(target, 'master.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(target).toSorted()).toEqual([
      '.gitignore',
      'audit-checkpoints.jsonl',
      'instance.json',
      'master.key',
      'synapse.db',
    ]);
    const database = new SQLite(join(target, 'synapse.db'), { readonly: true });
    const count = (table: string) => database.prepare(`select count(*) from ${table}`).pluck().get();
    expect(count('audit_words')).toBe(28);
    database.close();

    const second = await startService({ SYNAPSE_DATA_DIR: target });
    try {
      const token = await second.login('admin', ADMIN_PASSWORD);
      const ran = await second.call<{ stdout: string }>('POST', '/synapse/exec', {
        token,
        body: { machine: 'local', command: 'printf %s "{{CANARY}}" | wc -c' },
      });
      expect(ran.body.stdout.trim()).toBe(String(SECRET.length));
      expect((await second.call('GET', '/synapse/audit/verify', { token })).body).toMatchObject({
        intact: true,
        entries: 29,
      });
    } finally {
      await second.stop();
    }
  });

  it('restores from SQLite into PostgreSQL, equal in everything, and serves from there', async () => {
    const databaseUrl = await createPostgresDatabase();
    const target = place('on-postgres');
    const env = { SYNAPSE_DATABASE_URL: databaseUrl, SYNAPSE_DATA_DIR: target };
    const args = [backupFile, '--passphrase-file', passphraseFile, '--json'];
    const restored = await cli.run('restore', args, { env });
    expect(restored, restored.stderr).toMatchObject({ code: 0 });
    expect(await everything({ databaseUrl, dataDir: target })).toEqual(backedUp);
    const second = await startService(env);
    try {
      const token = await second.login('admin', ADMIN_PASSWORD);
      expect((await second.call('GET', '/synapse/audit/verify', { token })).body).toMatchObject({ intact: true });
      expect(JSON.stringify((await second.call('GET', '/tda/search?q=lighthouses', { token })).body)).toContain(
        'an entry about',
      );
      const { body: known } = await second.call<{ projects: { id: number }[] }>('GET', '/tda/projects', { token });
      const { body } = await second.call<{ id: number }>('POST', '/tda/projects', { token, body: { name: 'next' } });
      // Numbers grow with time: none that was given before the backup is given again, not even that of a deleted
      // project.
      expect(body.id).toBeGreaterThan(Math.max(...known.projects.map(({ id }) => id)));
      const back = place('back.backup');
      expect(await cli.run('backup', [back, '--passphrase-file', passphraseFile], { env })).toMatchObject({ code: 0 });
      const home = place('home-again');
      copyAside(join(target, 'master.key'), home);
      const again = await cli.run('restore', [back, '--passphrase-file', passphraseFile, '--data-dir', home, '--json']);
      expect(again, again.stderr).toMatchObject({ code: 0, json: { master_key: 'in place' } });
    } finally {
      await second.stop();
    }
    expect((await cli.run('restore', args, { env: { ...env, SYNAPSE_DATA_DIR: place('other') } })).stderr).toContain(
      'not empty',
    );
  });

  function copyAside(key: string, folder: string): void {
    mkdirSync(folder, { mode: 0o700 });
    copyFileSync(key, join(folder, 'master.key'));
  }

  it('refuses to overwrite, and leaves what is there alone', async () => {
    const before = await everything({ databaseUrl: null, dataDir: place('restored') });
    const args = [backupFile, '--passphrase-file', passphraseFile, '--data-dir', place('restored')];
    const { code, stderr } = await cli.run('restore', args);
    expect(code).toBe(1);
    expect(stderr).toContain('is there already');
    expect(await everything({ databaseUrl: null, dataDir: place('restored') })).toEqual(before);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    [
      'a changed byte',
      (bytes) => Buffer.concat([bytes.subarray(0, -40), Buffer.of(bytes.at(-40)! ^ 1), bytes.subarray(-39)]),
    ],
    [
      'a changed head',
      (bytes) => Buffer.from(bytes.toString('latin1').replace(/^(-> scrypt \S+ )18$/m, '$117'), 'latin1'),
    ],
    ['a cut end', (bytes) => bytes.subarray(0, -1)],
    ['something behind its end', (bytes) => Buffer.concat([bytes, Buffer.from('x')])],
    ['another file', () => Buffer.from('hello')],
  ])('does not restore %s, nor half of anything', async (_name, spoil) => {
    const file = place('spoiled.backup');
    writeFileSync(file, spoil(readFileSync(backupFile)));
    const dataDir = place('never');
    const restoring = restoreBackup({
      file,
      dataDir,
      passphrase: PASSPHRASE,
      databaseUrl: null,
      masterKey: null,
      rebuild: async () => undefined,
      onProgress: () => undefined,
    });
    await expect(restoring).rejects.toThrow(/cannot be opened/);
    expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
  });

  it('does not open under another passphrase, nor ask where nobody is', async () => {
    const wrong = await cli.run('restore', [backupFile, '--passphrase-file', '-', '--data-dir', place('never')], {
      input: 'another passphrase',
    });
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.stderr).toContain('wrong passphrase');
    expect(await cli.run('restore', [backupFile, '--data-dir', place('never')])).toMatchObject({ code: 2 });
  });

  it('leaves the master key out unless asked, and takes no other in its place', async () => {
    const file = place('no-key.backup');
    const made = await cli.run('backup', [file, '--passphrase-file', passphraseFile, '--data-dir', source]);
    expect(made.stderr).toContain('keep a copy of master.key elsewhere');
    const target = place('without-key');
    const restored = await cli.run('restore', [
      file,
      '--passphrase-file',
      passphraseFile,
      '--data-dir',
      target,
      '--json',
    ]);
    expect(restored.json).toMatchObject({ master_key: 'missing' });
    expect(readdirSync(target).sort()).toEqual(['audit-checkpoints.jsonl', 'instance.json', 'synapse.db']);
    const foreign = place('foreign-key');
    mkdirSync(foreign, { mode: 0o700 });
    writeFileSync(join(foreign, 'master.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
    const refused = await cli.run('restore', [file, '--passphrase-file', passphraseFile, '--data-dir', foreign]);
    expect(refused.stderr).toContain('not the one of this backup');
    expect(readdirSync(foreign)).toEqual(['master.key']);
  });
});

describe('on the data directory itself', () => {
  it('migrates, and says before what is to be done', async () => {
    const dir = place('to-migrate');
    // There is nothing to look at, and a look makes nothing.
    expect(await cli.run('migrate', ['--check', '--data-dir', dir])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining(`no instance lives in ${dir}`),
    });
    expect(existsSync(dir)).toBe(false);
    expect((await cli.run('migrate', ['--json', '--data-dir', dir])).json.applied).toEqual(['001-initial']);
    expect(await cli.run('migrate', ['--check', '--data-dir', dir])).toMatchObject({
      code: 0,
      stdout: 'Nothing to do.\n',
    });
  });

  it.each([
    ['user list', ['--offline']],
    ['user add', ['eve', '--offline']],
    ['audit verify', ['--offline']],
    ['vault rotate', []],
    ['backup', [join(root, 'of-nothing.backup'), '--passphrase-file', passphraseFile]],
  ])('%s makes no instance of a wrong directory', async (path, args) => {
    const dir = place('mistyped');
    const { code, stdout, stderr } = await cli.run(path, [...args, '--data-dir', dir]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`no instance lives in ${dir}`);
    expect(existsSync(dir) || existsSync(join(root, 'of-nothing.backup'))).toBe(false);
  });

  it('adds and changes users beside the running service', async () => {
    const env = { SYNAPSE_DATA_DIR: source };
    const input = 'a password typed once';
    const added = await cli.run('user add', ['offline-ada', '--plan', 'pro', '--password-stdin', '--offline'], {
      env,
      input,
    });
    expect(added, added.stderr).toMatchObject({ code: 0 });
    const session = await service.login('offline-ada', input);
    expect((await cli.run('user list', ['--offline', '--json'], { env })).json.users.length).toBe(3);
    await cli.run('user set', ['offline-ada', '--disable', '--offline'], { env });
    expect((await service.call('GET', '/auth/me', { token: session })).status).toBe(401);
  });

  it('verifies every log, and finds what was changed behind the service’s back', async () => {
    const dir = place('tampered');
    expect(await cli.run('audit verify', ['--offline', '--data-dir', source])).toMatchObject({ code: 0 });
    await cli.run('restore', [backupFile, '--passphrase-file', passphraseFile, '--data-dir', dir]);
    const raw = new SQLite(join(dir, 'synapse.db'));
    raw.exec(`drop trigger audit_entries_no_rewrite; update audit_entries set command_template = 'true' where seq = 5`);
    raw.close();
    const verdict = await cli.run('audit verify', ['--offline', '--json', '--data-dir', dir]);
    expect(verdict).toMatchObject({ code: 1, json: { state: 'damaged', intact: false } });
    expect(verdict.json.findings).toMatchObject([{ problem: 'guards_removed' }, { seq: 5, problem: 'changed' }]);
  });

  it('replaces the master key, but not under a running service', async () => {
    const inUse = readFileSync(join(source, 'master.key'), 'utf8');
    expect((await cli.run('vault rotate', ['--data-dir', source])).stderr).toContain('stop it first');
    expect(readFileSync(join(source, 'master.key'), 'utf8')).toBe(inUse);
    const dir = place('to-rotate');
    await cli.run('restore', [backupFile, '--passphrase-file', passphraseFile, '--data-dir', dir]);
    const before = readFileSync(join(dir, 'master.key'), 'utf8');
    chmodSync(join(dir, 'master.key'), 0o400);
    const rotated = await cli.run('vault rotate', ['--json', '--data-dir', dir]);
    expect(rotated, rotated.stderr).toMatchObject({ code: 0, json: { secrets: 1 } });
    expect(readFileSync(join(dir, 'master.key'), 'utf8')).not.toBe(before);
    // The old key stays beside the new one until a start has opened the vault.
    const keys = () => readdirSync(dir).filter((name) => name.startsWith('master.key'));
    expect(keys()).toEqual(['master.key', 'master.key.old']);
    expect(readFileSync(join(dir, 'master.key.old'), 'utf8')).toBe(before);
    expect(statSync(join(dir, 'master.key')).mode & 0o777).toBe(0o400);
    await (await startService({ SYNAPSE_DATA_DIR: dir })).stop();
    expect(keys()).toEqual(['master.key']);

    // Interrupted between the database and the file: the next run finds out which key is the right one.
    const other = place('cut-off');
    mkdirSync(other, { mode: 0o700 });
    copyFileSync(join(dir, 'synapse.db'), join(other, 'synapse.db'));
    copyFileSync(join(dir, 'master.key'), join(other, 'master.key.new'));
    writeFileSync(join(other, 'master.key'), before, { mode: 0o600 });
    expect(await cli.run('vault rotate', ['--data-dir', other])).toMatchObject({ code: 0 });
    const again = await startService({ SYNAPSE_DATA_DIR: other });
    await again.stop();

    const env = { SYNAPSE_DATA_DIR: other, SYNAPSE_MASTER_KEY_FILE: join(other, 'master.key') };
    expect((await cli.run('vault rotate', [], { env })).stderr).toContain('--new-key-file');
    const next = place('next.key');
    expect(await cli.run('vault rotate', ['--new-key-file', next], { env })).toMatchObject({ code: 0 });
    const third = await startService({ SYNAPSE_DATA_DIR: other, SYNAPSE_MASTER_KEY_FILE: next });
    await third.stop();
  });
});
