/** What was removed after it was signed is missed for good: signing what is written later does not cover it up. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRetention } from '../../packages/server/src/audit/archive/retention.ts';
import { createCheckpoints } from '../../packages/server/src/audit/checkpoints.ts';
import { DAY_MS } from '../../packages/server/src/clock.ts';
import { openDatabase } from '../../packages/server/src/db/open.ts';
import { masterKey } from '../../packages/server/src/vault/cipher.ts';
import { loadInstanceKeys } from '../../packages/server/src/vault/instance-keys.ts';
import { startInstance } from '../instance.ts';
import type { TestUser } from '../service.ts';
import { withoutGuards } from './old-marks.ts';
import { anyTable, openWorld, type World } from './world.ts';

const keyOf = (dataDir: string) => Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8').trim(), 'base64');

describe.each(['sqlite', 'postgres'] as const)('a signed tail that was cut while nobody served, on %s', (dialect) => {
  let world: World;
  let ada: TestUser;
  beforeEach(async () => {
    world = await openWorld(dialect);
    ada = await world.newUser();
    await world.exec(ada);
    await world.signedOff();
  });
  afterEach(() => world.stop());

  /** Serves again, writes on twice, signs, and stops. `damaged`: how many logs an operator is told of. */
  const writeOn = async (damaged: number): Promise<string> => {
    const instance = await startInstance(world.env);
    for (const command of ['echo innocent', 'echo more']) {
      const body = { machine: 'local', command };
      const { status } = await instance.call('POST', '/synapse/exec', { token: ada.session, body });
      expect(status, instance.stderr()).toBe(200);
    }
    // Without anybody reading the log.
    await expect
      .poll(async () => (await fetch(`${instance.url}/metrics`)).text())
      .toContain(`\nsynapse_audit_damaged ${damaged}\n`);
    expect(await instance.kill('SIGTERM')).toBe(0);
    return instance.stderr();
  };

  const reopen = () =>
    openDatabase({ databaseUrl: world.env.SYNAPSE_DATABASE_URL ?? null, dataDir: world.env.SYNAPSE_DATA_DIR! });

  /** Moves everything to the archive, as a month from now. Returns how many entries went. */
  const archiveAll = async (): Promise<number> => {
    const dataDir = world.env.SYNAPSE_DATA_DIR!;
    const database = reopen();
    const keys = await loadInstanceKeys(database, masterKey(keyOf(dataDir)));
    const { brokenMark } = createCheckpoints(database, dataDir, keys);
    const retention = createRetention({
      database,
      archive: world.cutting.archive,
      keys,
      log: pino({ level: 'silent' }),
      days: 10,
      brokenMark,
      clock: () => Date.now() + 30 * DAY_MS,
      beforeCut: async () => undefined,
    });
    const gone = await retention.run();
    await database.close();
    return gone;
  };

  it('shows, whoever writes on', async () => {
    const [before] = await world.rows('audit_heads');
    await world.exec(ada, 'echo secret deed');
    await world.signedOff();
    await world.service.stop();
    const database = reopen();
    const db = anyTable(database);
    await withoutGuards(database, async () => {
      await db.deleteFrom('audit_entries').where('seq', '=', 2).execute();
      if (dialect === 'postgres') await db.deleteFrom('audit_words').where('seq', '=', 2).execute();
      await db.updateTable('audit_heads').set(before!).execute();
    });
    await database.close();
    const log = await writeOn(1);
    expect((await world.offline()).findings.map(({ problem }) => problem)).toEqual(['checkpoint_differs']);
    expect(log).toContain('no longer agrees with its last checkpoint');
    expect(await archiveAll()).toBe(0);
    // Nor does the next start.
    await writeOn(1);
    expect((await world.offline()).findings.map(({ problem }) => problem)).toEqual(['checkpoint_differs']);
  });

  it('does not show where nothing was cut', async () => {
    await world.service.stop();
    const log = await writeOn(0);
    expect(await world.offline()).toMatchObject({ state: 'intact', entries: 3, findings: [], unknown: [] });
    expect(log).not.toContain('no longer agrees');
    // What is in the archive confirms a mark as well.
    expect(await archiveAll()).toBe(3);
    expect(await writeOn(0)).not.toContain('no longer agrees');
    expect(await world.offline()).toMatchObject({
      state: 'intact',
      entries: 2,
      archived: 3,
      findings: [],
      unknown: [],
    });
  });
});
