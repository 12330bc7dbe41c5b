/** From SQLite to PostgreSQL, and on without a master key that is lost: what stays, what goes, and what is refused. */
import { chownSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { administer } from '../../packages/server/src/admin/administer.ts';
import type { Verdict } from '../../packages/server/src/audit/verify.ts';
import { createPostgresDatabase, describeOnBothDatabases } from '../databases.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';
import { SPARE_UID } from '../spare-uid.ts';
import { createCli } from './run-cli.ts';

const folder = (): string => removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-move-')));
const PUBLIC = { SYNAPSE_PUBLIC_URL: 'https://synapse.example' };
const offline = (env: Record<string, string>, request: Parameters<typeof administer>[0]) =>
  administer(request, { env: { ...env, ...PUBLIC }, clock: Date.now, onProgress: () => undefined });

/** An account, a secret, and two commands in the log. */
async function fill(service: Service): Promise<void> {
  const token = await service.login();
  await service.call('PUT', '/synapse/secrets/DB_PASSWORD', { token, body: { value: 'value-of-the-moved-4711' } });
  for (const command of ['echo "{{DB_PASSWORD}}" | wc -c', 'true']) {
    const ran = await service.call('POST', '/synapse/exec', { token, body: { machine: 'local', command } });
    expect(ran.status).toBe(200);
  }
}

it('moves to PostgreSQL with an intact log, binds the directory to it, and keeps the old file', async () => {
  const dataDir = folder();
  const settings = join(dataDir, 'environment');
  writeFileSync(settings, '# Settings\nSYNAPSE_PORT=9000\n', { mode: 0o640 });
  const env = { SYNAPSE_DATA_DIR: dataDir };
  const to = await createPostgresDatabase();
  const request = { verb: 'move', to, settings_file: settings } as const;
  const before = await startService(env);
  await fill(before);
  await expect(offline(env, request)).rejects.toThrow(/another process serves/);
  await before.stop();

  expect(await offline(env, request)).toMatchObject({ entries: 2, settings_file: settings });
  expect(readFileSync(settings, 'utf8')).toBe(`# Settings\nSYNAPSE_PORT=9000\nSYNAPSE_DATABASE_URL=${to}\n`);
  expect(statSync(settings).mode & 0o777).toBe(0o640);
  expect(readdirSync(dataDir)).toContain('synapse.db.moved');
  expect(readdirSync(dataDir)).not.toContain('synapse.db');

  // Whoever forgets the new setting, or names another database, gets neither an empty instance nor the old one.
  await expect(startService(env)).rejects.toThrow(/belongs to a PostgreSQL database/);
  for (const verb of ['user-list', 'audit-verify'] as const) {
    await expect(offline(env, { verb })).rejects.toThrow(/belongs to a PostgreSQL database/);
  }
  const other = { ...env, SYNAPSE_DATABASE_URL: await createPostgresDatabase() };
  await expect(startService(other)).rejects.toThrow(/belongs to another database, and this one is empty/);
  expect(readdirSync(dataDir)).not.toContain('synapse.db');

  const after = await startService({ ...env, SYNAPSE_DATABASE_URL: to });
  try {
    const token = await after.login();
    const body = { machine: 'local', command: 'printf %s "{{DB_PASSWORD}}" | wc -c' };
    const ran = await after.call<{ stdout: string }>('POST', '/synapse/exec', { token, body });
    expect(ran.body.stdout.trim()).toBe('23');
    const verdict = (await after.call<Verdict>('GET', '/synapse/audit/verify', { token })).body;
    expect(verdict).toMatchObject({ state: 'intact', entries: 3 });
    // A new key only where no instance holds a lease.
    const running = { ...env, SYNAPSE_DATABASE_URL: to };
    const key = readFileSync(join(dataDir, 'master.key'), 'utf8');
    await expect(offline(running, { verb: 'vault-rotate', new_key_file: null })).rejects.toThrow(/holds a lease until/);
    expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe(key);
    expect(readdirSync(dataDir)).not.toContain('master.key.new');
  } finally {
    await after.stop();
  }
});

it.skipIf(process.getuid?.() !== 0)('leaves what root writes to the user of the service', async () => {
  const dataDir = folder();
  const env = { SYNAPSE_DATA_DIR: dataDir };
  await (await startService(env)).stop();
  for (const path of [dataDir, ...readdirSync(dataDir).map((name) => join(dataDir, name))]) {
    chownSync(path, SPARE_UID, SPARE_UID);
  }
  const strangers = (): string[] =>
    readdirSync(dataDir).filter((name) => lstatSync(join(dataDir, name)).uid !== SPARE_UID);
  const cli = createCli();
  const archive = join(cli.home, 'all.backup');
  writeFileSync(join(cli.home, 'passphrase'), 'a passphrase of the owner\n', { mode: 0o600 });
  const passphrase = ['--passphrase-file', join(cli.home, 'passphrase')];
  expect(await cli.run('backup', [archive, '--include-master-key', ...passphrase], { env })).toMatchObject({ code: 0 });
  expect(await cli.run('vault rotate', [], { env })).toMatchObject({ code: 0 });
  expect(readdirSync(dataDir)).toContain('master.key.old');
  expect(strangers()).toEqual([]);
  for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
  expect(await cli.run('restore', [archive, ...passphrase], { env })).toMatchObject({ code: 0 });
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['master.key', 'synapse.db']));
  expect(strangers()).toEqual([]);
  expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
  cli.remove();
});

it('refuses to move a damaged log, or into a database that is not empty, and changes nothing', async () => {
  const dataDir = folder();
  const env = { SYNAPSE_DATA_DIR: dataDir };
  const service = await startService(env);
  await fill(service);
  await service.stop();
  const used = await createPostgresDatabase();
  await (await startService({ SYNAPSE_DATABASE_URL: used })).stop();
  await expect(offline(env, { verb: 'move', to: used, settings_file: null })).rejects.toThrow(/is not empty/);
  const raw = new SQLite(join(dataDir, 'synapse.db'));
  raw.exec(`drop trigger audit_entries_no_rewrite; update audit_entries set command_template = 'false' where seq = 2`);
  raw.close();
  const empty = await createPostgresDatabase();
  await expect(offline(env, { verb: 'move', to: empty, settings_file: null })).rejects.toThrow(/damaged/);
  await (await startService(env)).stop();
  expect(JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8'))).toMatchObject({ database: 'sqlite' });
});

describeOnBothDatabases('a lost master key', ({ where }) => {
  it('takes the secrets with it, and nothing else', async () => {
    const env: Record<string, string> = { SYNAPSE_DATA_DIR: where.dataDir };
    if (where.databaseUrl !== null) env.SYNAPSE_DATABASE_URL = where.databaseUrl;
    const forget = (confirm: string) => offline(env, { verb: 'vault-forget', confirm });
    const before = await startService(env);
    await fill(before);
    await before.stop();
    await expect(forget('synapse.example')).rejects.toThrow(/opens the vault: nothing is lost/);

    rmSync(join(where.dataDir, 'master.key'));
    await expect(startService(env)).rejects.toThrow(/no master key/);
    await expect(forget('another.example')).rejects.toThrow(/the name of this instance, synapse\.example/);
    expect(await forget('synapse.example')).toMatchObject({
      secrets: [{ username: 'admin', name: 'DB_PASSWORD' }],
      key_file: join(where.dataDir, 'master.key'),
    });

    const after = await startService(env);
    try {
      const token = await after.login();
      const command = (text: string) =>
        after.call('POST', '/synapse/exec', { token, body: { machine: 'local', command: text } });
      expect((await command('echo {{DB_PASSWORD}}')).status).toBeGreaterThanOrEqual(400);
      expect((await command('true')).body).toMatchObject({ exit_code: 0 });
      await after.call('PUT', '/synapse/secrets/DB_PASSWORD', { token, body: { value: 'typed-again-4712' } });
      expect((await command('printf %s "{{DB_PASSWORD}}" | wc -c')).body).toMatchObject({ exit_code: 0 });
      // What was sealed with the lost key cannot be known. Its chain can.
      const verify = async () => (await after.call<Verdict>('GET', '/synapse/audit/verify', { token })).body;
      expect(await verify()).toMatchObject({ state: 'unknown', findings: [], unknown: ['key_lost'] });
    } finally {
      await after.stop();
    }
    const verdict = (await offline(env, { verb: 'audit-verify' })) as Verdict;
    expect(verdict).toMatchObject({ state: 'unknown', findings: [], unknown: ['key_lost'] });
    if (where.databaseUrl !== null) return;
    const raw = new SQLite(join(where.dataDir, 'synapse.db'));
    raw.exec(`drop trigger audit_entries_no_rewrite; update audit_entries set command_template = 'x' where seq = 1`);
    raw.close();
    expect(await offline(env, { verb: 'audit-verify' })).toMatchObject({ state: 'damaged' });
  });
});
