/** The file of checkpoints does not grow for ever, and a shorter one reveals no less. */
import { createHash, createSecretKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { administer } from '../../packages/server/src/admin/administer.ts';
import { fileEndSeal } from '../../packages/server/src/audit/chain.ts';
import { createCheckpoints } from '../../packages/server/src/audit/checkpoints.ts';
import { openDatabase } from '../../packages/server/src/db/open.ts';
import { masterKey } from '../../packages/server/src/vault/cipher.ts';
import { loadInstanceKeys } from '../../packages/server/src/vault/instance-keys.ts';
import { startService } from '../service.ts';
import { anyTable, openWorld, type Verdict } from './world.ts';

const INTACT = { state: 'intact', findings: [], unknown: [] };

it('begins anew with one line that stands for the others, which reveals as much', async () => {
  const world = await openWorld('sqlite');
  const [ada, bob] = [await world.newUser(), await world.newUser()];
  const dataDir = world.env.SYNAPSE_DATA_DIR!;
  for (let each = 0; each < 3; each++) {
    await world.exec(ada);
    await world.exec(bob);
    await world.signedOff();
  }
  await world.service.stop();
  const lines = () => readFileSync(world.file, 'utf8').trim().split('\n');
  const before = lines();
  expect(before.length).toBeGreaterThan(2);

  // The same file, with less patience.
  const master = masterKey(Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8').trim(), 'base64'));
  const database = openDatabase({ databaseUrl: null, dataDir });
  const keys = await loadInstanceKeys(database, master);
  const impatient = createCheckpoints(database, dataDir, keys, { linesMax: 2 });
  const offline = async () => {
    const context = { env: world.env, clock: Date.now, onProgress: () => undefined };
    return (await administer({ verb: 'audit-verify' }, context)) as Verdict;
  };
  const heads = () => anyTable(database).selectFrom('audit_heads').selectAll().where('seq', '>', 0).execute();
  await impatient.write((await heads()) as never, Date.now());
  const [only, ...more] = lines();
  expect(more).toEqual([]);
  expect(JSON.parse(only!)).toMatchObject({ n: before.length + 1, cut: true });
  expect(JSON.parse(only!).heads).toHaveLength(2);
  expect(await offline()).toMatchObject({ ...INTACT, entries: 6 });
  impatient.close();

  // A crash between the file and the database's record of it.
  const [record] = await anyTable(database).selectFrom('audit_checkpoint_files').selectAll().execute();
  const hash = createHash('sha256').update(before.at(-1)!).digest();
  const behind = { file_id: record!.file_id, lines: before.length, hash };
  const seal = fileEndSeal(createSecretKey(keys.auditSeals), behind);
  await anyTable(database)
    .updateTable('audit_checkpoint_files')
    .set({ ...behind, seal })
    .execute();
  expect(await offline()).toMatchObject({ ...INTACT, entries: 6 });
  await anyTable(database).updateTable('audit_checkpoint_files').set(record!).execute();

  const problems = async () => (await offline()).findings.map(({ problem }) => problem);
  const tampered: Record<string, string[]> = {
    'an ordinary line is passed off as one that stands for others': [
      before[2]!.replace('"heads"', '"cut":true,"heads"'),
    ],
    'the line is changed': [only!.replace(/,(\d),"/, (_, seq) => `,${Number(seq) - 1},"`)],
    'it is not what it says': [only!.replace('"cut":true,', '')],
    'lines of before are put back': before,
    'it stands in the middle': [...before, only!],
    'it is gone': [],
  };
  for (const [kind, text] of Object.entries(tampered)) {
    writeFileSync(world.file, text.map((line) => `${line}\n`).join(''));
    if (kind === 'it stands in the middle') expect(await problems(), kind).toEqual([]);
    else expect(await problems(), kind).not.toEqual([]);
  }
  // Damage is not lost by beginning anew.
  writeFileSync(world.file, `${before.toSpliced(1, 1).join('\n')}\n${only!}\n`);
  const further = createCheckpoints(database, dataDir, keys, { linesMax: 2 });
  await further.write((await heads()) as never, Date.now());
  expect(lines()).toHaveLength(before.length);
  expect(await problems()).toContain('checkpoint_removed');
  further.close();
  await database.close();

  writeFileSync(world.file, `${only!}\n`);
  const service = await startService(world.env);
  const token = await service.login(ada.username, ada.password);
  await service.call('POST', '/synapse/exec', { token, body: { machine: 'local', command: 'true' } });
  const verdict = await service.call<Verdict>('GET', '/synapse/audit/verify', { token });
  expect(verdict.body).toMatchObject({ ...INTACT, entries: 4 });
  await service.stop();
  expect(await offline()).toMatchObject({ ...INTACT, entries: 7 });
});
