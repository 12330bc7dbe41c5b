/** The vault on both databases: what is stored, what opens, and what must not. */
import { expect, it } from 'vitest';
import { Refusal } from '../../packages/contract/src/refusal.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
import { newId, personalWorkspaceId, type WorkspaceId } from '../../packages/server/src/ids.ts';
import { CannotOpen } from '../../packages/server/src/vault/cipher.ts';
import { MasterKeyError } from '../../packages/server/src/vault/master-key.ts';
import { assertMasterKey, rotateMasterKey } from '../../packages/server/src/vault/rotate.ts';
import { createVault } from '../../packages/server/src/vault/vault.ts';
import { createVaultSnapshots } from '../../packages/server/src/vault/vault-snapshot.ts';
import { describeOnBothDatabases } from '../databases.ts';
import { newMasterKey } from './new-master-key.ts';

describeOnBothDatabases('the vault', ({ open }) => {
  const key = newMasterKey();
  let now = 1_800_000_000_000;
  const clock = () => now;

  async function addUser(database: Database): Promise<WorkspaceId> {
    const id = newId();
    const at = { created_at: 1, updated_at: 1 };
    const user = { id, username: id, username_key: id, password_hash: '', plan: 'pro', role: 'member', ...at };
    await database.queries
      .insertInto('users')
      .values({ ...user, disabled: 0, session_epoch: 0 })
      .execute();
    return personalWorkspaceId(id);
  }

  const values = async (vault: ReturnType<typeof createVault>, userId: WorkspaceId) =>
    Object.fromEntries([...(await vault.openAll(userId))].map(([name, value]) => [name, value.value.reveal()]));

  const nobodyRuns = async () => undefined;

  it('keeps what a person notes beside a value, and says when to look after it', async () => {
    const DAY = 86_400_000;
    const database = open();
    const vault = createVault(database, clock, key);
    const ada = await addUser(database);
    const at = (ms: number) => new Date(now + ms).toISOString();
    await vault.put(ada, 'KEY', 'canary-noted', 'person', {
      description: 'Bills',
      folder: 'prod',
      expires_at: at(30 * DAY),
    });
    await vault.put(ada, 'OLD', 'canary-old', 'person', { rotate_days: 90 });
    await vault.put(ada, 'PLAIN', 'canary-plain', 'person');
    expect(await vault.reminders(ada)).toEqual([]);
    now += 17 * DAY;
    expect(await vault.reminders(ada)).toEqual([{ name: 'KEY', reminder: 'expires_soon' }]);
    now += 80 * DAY;
    expect(await vault.reminders(ada)).toEqual([
      { name: 'KEY', reminder: 'expired' },
      { name: 'OLD', reminder: 'rotate' },
    ]);
    const version = await vault.version(ada);
    // Notes leave the value alone, and its age.
    await vault.change(ada, 'OLD', { description: 'Backups', programs: ['restic'] });
    expect(await vault.version(ada)).toBe(version + 1);
    expect(await vault.reminders(ada)).toContainEqual({ name: 'OLD', reminder: 'rotate' });
    // A new value ends the reminders of the old one; the rest stays as it was.
    await vault.put(ada, 'KEY', 'canary-newer', 'person');
    await vault.put(ada, 'OLD', 'canary-new', 'person');
    expect(await vault.reminders(ada)).toEqual([]);
    const [noted, old] = await vault.list(ada);
    expect(noted).toMatchObject({ description: 'Bills', folder: 'prod', expires_at: null });
    expect(old).toMatchObject({ description: 'Backups', rotate_days: 90, reminder: null });
    expect((await vault.bindings(ada)).get('OLD')).toEqual({
      machines: null,
      programs: ['restic'],
      removed_machines: [],
    });
    await expect(vault.change(ada, 'NOBODY', {})).rejects.toMatchObject({ code: 'secret_not_found' });
    expect(await values(vault, ada)).toEqual({ KEY: 'canary-newer', OLD: 'canary-new', PLAIN: 'canary-plain' });
  });

  it('takes several at once or none, and keeps what is there unless told otherwise', async () => {
    const database = open();
    const vault = createVault(database, clock, key);
    const ada = await addUser(database);
    await vault.put(ada, 'A', 'canary-first', 'person', { description: 'mine' });
    const secrets = [
      { name: 'A', value: 'canary-second' },
      { name: 'B', value: 'x' },
      { name: 'C', value: 'canary-third' },
    ];
    expect(await vault.import(ada, { secrets, folder: 'env' })).toEqual({
      created: ['B', 'C'],
      replaced: [],
      kept: ['A'],
      weak: ['B'],
    });
    expect(await values(vault, ada)).toEqual({ A: 'canary-first', B: 'x', C: 'canary-third' });
    expect(await vault.import(ada, { secrets: secrets.slice(0, 1), conflicts: 'replace' })).toEqual({
      created: [],
      replaced: ['A'],
      kept: [],
      weak: [],
    });
    expect((await vault.list(ada)).map(({ name, folder, description }) => [name, folder, description])).toEqual([
      ['A', null, 'mine'],
      ['B', 'env', null],
      ['C', 'env', null],
    ]);
    const many = Array.from({ length: 300 }, (_, n) => ({ name: `N${n}`, value: 'canary'.repeat(10_000) }));
    await expect(vault.import(ada, { secrets: many })).rejects.toMatchObject({ code: 'vault_full' });
    expect(await vault.list(ada)).toHaveLength(3);
  });

  it('keeps, replaces, lists and forgets secrets, each user their own', async () => {
    const database = open();
    const vault = createVault(database, clock, key);
    const [ada, bob] = [await addUser(database), await addUser(database)];
    expect(await vault.version(ada)).toBe(0);
    expect(await vault.put(ada, 'B', 'canary-one\n', 'person')).toEqual({ name: 'B', created: true });
    expect(await vault.put(ada, 'A', 'é', 'person')).toEqual({
      name: 'A',
      created: true,
      warning: { fr: expect.any(String), en: expect.any(String) },
    });
    expect(await vault.put(bob, 'B', 'bobs', 'person')).toEqual({
      name: 'B',
      created: true,
      warning: { fr: expect.any(String), en: expect.any(String) },
    });
    await database.transaction(async (tx) => vault.markUsed(tx, ada, ['B']));
    await database.transaction(async (tx) => vault.markUsed(tx, ada, []));
    now += 1000;
    expect(await vault.put(ada, 'B', 'canary-two', 'person')).toEqual({ name: 'B', created: false });
    expect(await values(vault, ada)).toEqual({ A: 'é', B: 'canary-two' });
    expect(await vault.version(ada)).toBe(3);
    const listed = await vault.list(ada);
    const notes = {
      made_by: 'person',
      description: null,
      folder: null,
      expires_at: null,
      rotate_days: null,
      reminder: null,
    };
    const times = { updated_at: expect.any(String), value_at: expect.any(String) };
    expect(listed).toEqual([
      { name: 'A', ...times, last_used_at: null, ...notes },
      { name: 'B', ...times, last_used_at: expect.any(String), ...notes },
    ]);
    expect(JSON.stringify(listed)).not.toContain('canary');
    await expect(vault.remove(bob, 'A', 'person')).rejects.toMatchObject({ code: 'secret_not_found' });
    await vault.remove(ada, 'B', 'person');
    expect(await values(vault, ada)).toEqual({ A: 'é' });
    expect(await values(vault, bob)).toEqual({ B: 'bobs' });
    expect(await vault.version(ada)).toBe(4);
    expect(await vault.version(bob)).toBe(1);
  });

  it('remembers what an assistant replaced or deleted of a person, until a person decides', async () => {
    const vault = createVault(open(), clock, key);
    const ada = await addUser(open());
    const replaced = async () => (await vault.openReplaced(ada)).map(({ name, value }) => [name, value.reveal()]);
    await vault.put(ada, 'A', 'of-a-person', 'person');
    await vault.put(ada, 'A', 'of-an-assistant', 'assistant');
    await vault.put(ada, 'A', 'of-an-assistant-2', 'assistant');
    expect(await replaced()).toEqual([['A', 'of-a-person']]);
    await vault.put(ada, 'B', 'also-of-a-person', 'person');
    await vault.remove(ada, 'B', 'assistant');
    await expect(vault.remove(ada, 'B', 'person')).rejects.toMatchObject({ code: 'secret_not_found' });
    expect(await replaced()).toEqual([
      ['A', 'of-a-person'],
      ['B', 'also-of-a-person'],
    ]);
    await vault.put(ada, 'B', 'anew', 'person');
    await vault.remove(ada, 'A', 'person');
    expect(await replaced()).toEqual([]);
  });

  it('is opened once for commands that come together, anew when it has moved, and again where that failed', async () => {
    const database = open();
    const vault = createVault(database, clock, key);
    const ada = await addUser(database);
    await vault.put(ada, 'A', 'canary-one', 'person');
    let opened = 0;
    let away = true;
    const openAll = async (userId: WorkspaceId) => {
      opened += 1;
      if (away) throw new Refusal('not_ready');
      return vault.openAll(userId);
    };
    const { newest: snapshots } = createVaultSnapshots({ ...vault, openAll });
    await expect(snapshots(ada)).rejects.toMatchObject({ code: 'not_ready' });
    away = false;
    const together = await Promise.all([snapshots(ada), snapshots(ada), snapshots(ada)]);
    expect(new Set(together).size).toBe(1);
    expect(opened).toBe(2);
    await vault.put(ada, 'A', 'canary-two', 'person');
    const later = await snapshots(ada);
    expect(later.valueToRedact('A')).toBe('canary-two');
    expect(later.redactor.redactText('canary-two')).not.toContain('canary');
    expect(opened).toBe(3);
  });

  it.each([
    ['1A', 'x', 'name'],
    ['A-B', 'x', 'name'],
    ['A'.repeat(65), 'x', 'name'],
    ['A', '', 'value'],
    ['A', 'é'.repeat(32 * 1024 + 1), 'value'],
    ['A', 'a\0b', 'value'],
    ['A', 'a\ud800b', 'value'],
  ])('refuses what it could not hand over (%#)', async (name, value, field) => {
    const vault = createVault(open(), clock, key);
    await expect(vault.put(personalWorkspaceId('nobody'), name, value, 'person')).rejects.toMatchObject({
      code: 'arguments_invalid',
      fields: [{ field }],
    });
  });

  it('does not open a row moved to another user or name, nor an older value under a newer version', async () => {
    const database = open();
    const vault = createVault(database, clock, key);
    const [ada, bob] = [await addUser(database), await addUser(database)];
    await vault.put(ada, 'A', 'first', 'person');
    const [old] = await database.queries.selectFrom('secrets').selectAll().where('workspace_id', '=', ada).execute();
    await vault.put(ada, 'A', 'second', 'person');
    const spoil = async (change: Record<string, unknown>) => {
      await database.queries.updateTable('secrets').set(change).where('workspace_id', '=', ada).execute();
    };
    const { wrapped_key, sealed } = old!;
    const [current] = await database.queries
      .selectFrom('secrets')
      .selectAll()
      .where('workspace_id', '=', ada)
      .execute();
    await spoil({ wrapped_key, sealed });
    await expect(vault.openAll(ada)).rejects.toThrow(CannotOpen);
    await spoil({ wrapped_key: current!.wrapped_key, sealed: current!.sealed, name: 'OTHER' });
    await expect(vault.openAll(ada)).rejects.toThrow(CannotOpen);
    await spoil({ name: 'A', workspace_id: bob });
    await expect(vault.openAll(bob)).rejects.toThrow(CannotOpen);
  });

  it('refuses what would make a vault too large, and keeps what is there', async () => {
    const database = open();
    const vault = createVault(database, clock, key);
    const [ada, bob] = [await addUser(database), await addUser(database)];
    const long = 'x'.repeat(64 * 1024);
    // All at once: each is counted after the one before it.
    const puts = await Promise.allSettled(
      Array.from({ length: 9 }, (_, n) => vault.put(ada, `LONG_${n}`, long, 'person')),
    );
    expect(puts.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    const refusals = puts.flatMap((put) => (put.status === 'rejected' ? [put.reason] : []));
    expect(refusals).toMatchObject([{ code: 'vault_full', details: { secrets: 500, kib: 512 } }]);
    await expect(vault.put(ada, 'ONE_BYTE', 'x', 'person')).rejects.toMatchObject({ code: 'vault_full' });
    const [first] = await vault.list(ada);
    expect(await vault.put(ada, first!.name, 'shorter', 'person')).toMatchObject({ created: false });
    expect(await vault.put(ada, 'FITS', 'x'.repeat(1000), 'person')).toMatchObject({ created: true });
    expect(await vault.list(ada)).toHaveLength(9);
    await database.transaction(async (tx) => {
      const row = {
        version: 1,
        key_id: '',
        wrapped_key: Buffer.of(0),
        created_at: 1,
        updated_at: 1,
        last_used_at: null,
      };
      for (let n = 0; n < 500; n++) {
        const place = { workspace_id: bob, name: `S${n}`, sealed: Buffer.alloc(40) };
        await tx
          .insertInto('secrets')
          .values({ ...row, ...place })
          .execute();
      }
    });
    await expect(vault.put(bob, 'ONE_MORE', 'value', 'person')).rejects.toMatchObject({ code: 'vault_full' });
    expect(await vault.put(bob, 'S7', 'replaced', 'person')).toMatchObject({ created: false });
  });

  it('gives no version twice, also after a secret was deleted and made again', async () => {
    const database = open();
    const vault = createVault(database, clock, key);
    const ada = await addUser(database);
    const seen: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await vault.put(ada, 'A', 'x', 'person');
      const row = await database.queries
        .selectFrom('secrets')
        .select('version')
        .where('workspace_id', '=', ada)
        .execute();
      seen.push(row[0]!.version);
      await vault.remove(ada, 'A', 'person');
    }
    expect(new Set(seen).size).toBe(3);
  });

  it('loses none of many puts at once from two instances', async () => {
    const [one, other] = [open(), open()];
    const ada = await addUser(one);
    const vaults = [createVault(one, clock, key), createVault(other, clock, key)];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => vaults[index % 2]!.put(ada, `S${index}`, `v${index}`, 'person')),
    );
    expect(await vaults[0]!.version(ada)).toBe(20);
    expect((await vaults[1]!.openAll(ada)).size).toBe(20);
  });

  it('refuses another master key at start, and rotates to one', async () => {
    const database = open();
    const next = newMasterKey();
    const ada = await addUser(database);
    await assertMasterKey(database, key);
    await assertMasterKey(database, key);
    await expect(assertMasterKey(database, next)).rejects.toThrow(MasterKeyError);
    // Rows that an earlier test damaged on purpose cannot be rotated, so nothing is rotated.
    await expect(rotateMasterKey(database, key, next, nobodyRuns)).rejects.toThrow(CannotOpen);
    await assertMasterKey(database, key);
    await database.queries.deleteFrom('secrets').execute();
    const before = createVault(database, clock, key);
    await before.put(ada, 'A', 'replaced', 'person');
    await before.put(ada, 'A', 'kept', 'assistant');
    await expect(rotateMasterKey(database, next, key, nobodyRuns)).rejects.toThrow(MasterKeyError);
    expect(await rotateMasterKey(database, key, next, nobodyRuns)).toEqual({ secrets: 1 });
    await assertMasterKey(database, next);
    await expect(assertMasterKey(database, key)).rejects.toThrow(MasterKeyError);
    const after = createVault(database, clock, next);
    expect(await values(after, ada)).toEqual({ A: 'kept' });
    expect((await after.openReplaced(ada)).map(({ value }) => value.reveal())).toEqual(['replaced']);
    await expect(createVault(database, clock, key).openAll(ada)).rejects.toThrow(CannotOpen);
  });
});
