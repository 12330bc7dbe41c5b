/** A long log is verified in the background: the answer says how far that is, then what came out of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCheckpoints } from '../../packages/server/src/audit/checkpoints.ts';
import { createKnownEnds } from '../../packages/server/src/audit/known-ends.ts';
import { createVerifyChain } from '../../packages/server/src/audit/verification.ts';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { masterKey } from '../../packages/server/src/vault/cipher.ts';
import { loadInstanceKeys } from '../../packages/server/src/vault/instance-keys.ts';
import { anyTable, openWorld } from './world.ts';

it('tells its progress, keeps its result, and finds later what was changed later', async () => {
  const world = await openWorld('sqlite');
  const { database, env } = world;
  const ada = await world.newUser();
  for (let each = 0; each < 3; each++) await world.exec(ada);
  await world.signedOff();
  const dataDir = env.SYNAPSE_DATA_DIR!;
  const key = masterKey(Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8').trim(), 'base64'));
  const keys = await loadInstanceKeys(database, key);
  let now = Date.now();
  const parts = { keys, checkpoints: createCheckpoints(database, dataDir, keys), archive: world.cutting.archive };
  // Nobody is waited for: every log is a long one.
  const verify = createVerifyChain(
    database,
    () => now,
    { ...parts, ends: createKnownEnds() },
    { waitMs: 0, keepMs: 60_000, atOnce: 1 },
  );
  const first = await verify(personalWorkspaceId(ada.id));
  expect(first).toMatchObject({ state: 'unknown', intact: false, unknown: ['still_verifying'], verified_at: null });
  expect(first.progress).toMatchObject({ done: 0 });
  const ended = async () => {
    await expect.poll(async () => (await verify(personalWorkspaceId(ada.id))).progress).toBeUndefined();
    return verify(personalWorkspaceId(ada.id));
  };
  const verified = new Date(now).toISOString();
  expect(await ended()).toMatchObject({ state: 'intact', entries: 3, findings: [], verified_at: verified });

  await world.disarm();
  await anyTable(database).updateTable('audit_entries').set({ exit_code: 9 }).where('seq', '=', 2).execute();
  // What was found a moment ago is told with its time, not as if it were new.
  now += 59_000;
  expect(await verify(personalWorkspaceId(ada.id))).toMatchObject({ state: 'intact', verified_at: verified });
  now += 2_000;
  expect(await verify(personalWorkspaceId(ada.id))).toMatchObject({
    state: 'intact',
    verified_at: verified,
    progress: { done: 0 },
  });
  const { findings, verified_at } = await ended();
  expect(findings.map(({ problem }) => problem)).toEqual(['guards_removed', 'closing_changed']);
  expect(verified_at).toBe(new Date(now).toISOString());
  await world.stop();
});
