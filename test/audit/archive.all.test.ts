/** The log has an end: what is old goes to the archive, nothing is lost on the way, and everything can be checked. */
import { globSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { administer } from '../../packages/server/src/admin/administer.ts';
import { createBucketArchive } from '../../packages/server/src/audit/archive/bucket-archive.ts';
import { cutChain, DamagedLog } from '../../packages/server/src/audit/archive/cut.ts';
import { createRetention } from '../../packages/server/src/audit/archive/retention.ts';
import { signRequest } from '../../packages/server/src/audit/archive/sign-request.ts';
import { openingHash } from '../../packages/server/src/audit/chain.ts';
import { createCheckpoints } from '../../packages/server/src/audit/checkpoints.ts';
import { createVerifyChain } from '../../packages/server/src/audit/verification.ts';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { masterKey } from '../../packages/server/src/vault/cipher.ts';
import { loadInstanceKeys } from '../../packages/server/src/vault/instance-keys.ts';
import type { TestUser } from '../service.ts';
import { startBucket, type TestBucket } from './bucket.ts';
import { anyTable, openWorld, type Row, type Verdict, type World } from './world.ts';

const DAY_MS = 86_400_000;
const INTACT = { state: 'intact', findings: [], unknown: [] };
const scratch: string[] = [];
afterAll(() => {
  for (const path of scratch) rmSync(path, { recursive: true, force: true });
});

/** A log of Ada's with four entries. */
async function begin(dialect: 'sqlite' | 'postgres'): Promise<{ world: World; ada: TestUser }> {
  const world = await openWorld(dialect);
  const ada = await world.newUser();
  for (let each = 1; each <= 4; each++) await world.exec(ada, `echo old${each}`);
  return { world, ada };
}

const keysOf = ({ database, env }: World) =>
  loadInstanceKeys(
    database,
    masterKey(Buffer.from(readFileSync(join(env.SYNAPSE_DATA_DIR!, 'master.key'), 'utf8').trim(), 'base64')),
  );

async function retentionOf(world: World, days: number, ahead: number, more: object = {}) {
  const { database, cutting, env } = world;
  const keys = await keysOf(world);
  const { brokenMark } = createCheckpoints(database, env.SYNAPSE_DATA_DIR!, keys);
  return createRetention({
    database,
    archive: cutting.archive,
    keys,
    log: pino({ level: 'silent' }),
    days,
    brokenMark,
    clock: () => Date.now() + ahead,
    beforeCut: async () => undefined,
    ...more,
  });
}

const entriesOf = async (world: World, user: TestUser): Promise<Row[]> =>
  (await world.rows('audit_entries'))
    .filter(({ workspace_id }) => workspace_id === user.id)
    .sort((a, b) => Number(a.seq) - Number(b.seq));

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`the archive on ${dialect}`, () => {
    let world: World;
    let ada: TestUser;
    beforeEach(async () => {
      ({ world, ada } = await begin(dialect));
    });
    afterEach(() => world.stop());

    const search = async (word: string): Promise<number> => {
      const { body } = await world.service.call('GET', `/synapse/executions?q=${word}`, { token: ada.session });
      return (body.entries as unknown[]).length;
    };
    const words = async (): Promise<number> =>
      (await anyTable(world.database).selectFrom('audit_words').select('seq').execute()).length;

    it('adds the words of new entries by itself, without a search', async () => {
      const before = (await entriesOf(world, ada)).length;
      await world.exec(ada, 'echo new');
      await expect.poll(words).toBe(before + 1);
    });

    it('takes what is old: each file can be walked by itself, and the log goes on where it ends', async () => {
      expect(await search('old2')).toBe(1);
      const counted: string[] = [];
      const aMonthOn = await retentionOf(world, 10, 30 * DAY_MS, {
        beforeCut: async (userId: string) => counted.push(userId),
      });
      // Nothing is old enough, and what is a little older than it has to be waits for more of its kind.
      expect(await (await retentionOf(world, 10, 0)).run()).toBe(0);
      expect(await (await retentionOf(world, 10, 10.5 * DAY_MS)).run()).toBe(0);
      expect(await aMonthOn.run()).toBe(4);
      expect(counted).toEqual([ada.id]);
      expect(await entriesOf(world, ada)).toEqual([]);
      expect([await search('old2'), await words()]).toEqual([0, 0]);
      expect(await world.online(ada)).toMatchObject({ ...INTACT, entries: 0, archived: 4 });
      expect(await aMonthOn.run()).toBe(0);

      await world.exec(ada, 'echo new');
      const [next] = await entriesOf(world, ada);
      const [name] = globSync('**/*.jsonl', { cwd: world.archive }) as [string];
      const lines = readFileSync(join(world.archive, name), 'utf8').trim().split('\n');
      const end = JSON.parse(lines.pop()!) as Row;
      let previous: Buffer = Buffer.alloc(32);
      for (const [at, line] of lines.entries()) {
        const entry = JSON.parse(line) as Row;
        expect(entry).toMatchObject({ seq: at + 1, command_template: `echo old${at + 1}`, status: 'done' });
        expect(entry.prev_hash).toBe(previous.toString('hex'));
        previous = openingHash(entry as never, previous);
        expect(entry.hash).toBe(previous.toString('hex'));
      }
      expect(end).toMatchObject({ workspace_id: ada.id, first: 1, last: 4, ends: previous.toString('hex') });
      expect(next).toMatchObject({ seq: 5, prev_hash: previous });
      expect(await world.online(ada)).toMatchObject({ ...INTACT, entries: 1, archived: 4 });
      expect(await world.offline()).toMatchObject({ ...INTACT, entries: 1, archived: 4 });
      expect([await search('new'), await words()]).toEqual([1, 1]);
    });

    it('removes nothing of a log that was changed, whoever moves the clock', async () => {
      await world.disarm();
      await anyTable(world.database)
        .updateTable('audit_entries')
        .set({ command_template: 'innocent' })
        .where('seq', '=', 3)
        .execute();
      await expect(cutChain(world.cutting, personalWorkspaceId(ada.id), Date.now() + DAY_MS)).rejects.toThrow(
        DamagedLog,
      );
      expect(await (await retentionOf(world, 1, 30 * DAY_MS)).run()).toBe(0);
      expect(await entriesOf(world, ada)).toHaveLength(4);
      expect(await world.rows('audit_cuts')).toEqual([]);
      expect(globSync('**/*.jsonl', { cwd: world.archive })).toEqual([]);
      expect(globSync('*.partial', { cwd: world.env.SYNAPSE_DATA_DIR! })).toEqual([]);
    });

    it('is intact in the middle of a removal, and a crash there is made up for', async () => {
      expect(await cutChain(world.cutting, personalWorkspaceId(ada.id), Date.now() + DAY_MS)).toBe(4);
      // Its record is there, its entries are, too.
      expect(await entriesOf(world, ada)).toHaveLength(4);
      expect(await world.online(ada)).toMatchObject({ ...INTACT, archived: 4 });
      await anyTable(world.database).deleteFrom('audit_entries').where('seq', '<=', 2).execute();
      expect(await world.offline()).toMatchObject({ ...INTACT, entries: 2, archived: 4 });
      expect(await (await retentionOf(world, 1, 0)).run()).toBe(0);
      expect(await entriesOf(world, ada)).toEqual([]);
      expect(await world.online(ada)).toMatchObject({ ...INTACT, entries: 0, archived: 4 });
    });

    it('lets nobody delete what no cut covers', async () => {
      await world.cut(ada, 3);
      const remove = anyTable(world.database).deleteFrom('audit_entries').where('seq', '=', 3).execute();
      await expect(remove).rejects.toThrow('the audit log cannot be deleted from');
      expect(await entriesOf(world, ada)).toHaveLength(2);
    });

    it('never alarms while entries go and come, and two who move them at once harm nothing', async () => {
      const [one, two] = [await retentionOf(world, 1, 30 * DAY_MS), await retentionOf(world, 1, 30 * DAY_MS)];
      let busy = true;
      const work = (async () => {
        for (let each = 0; each < 6; each++) {
          await Promise.all([one.run(), two.run(), world.exec(ada), world.exec(ada)]);
        }
      })().finally(() => {
        busy = false;
      });
      let looked = 0;
      do {
        expect(await world.online(ada)).toMatchObject(INTACT);
        expect(await world.offline()).toMatchObject(INTACT);
        looked++;
      } while (busy);
      await work;
      expect(looked).toBeGreaterThan(1);
      expect(await one.run()).toBeGreaterThanOrEqual(0);
      // What both wrote is there once: every file has its record.
      const named = (await world.rows('audit_cuts')).map(({ archive }) => archive).toSorted();
      expect(globSync('**/*.jsonl', { cwd: world.archive }).toSorted()).toEqual(named);
      expect(await world.online(ada)).toMatchObject({ ...INTACT, entries: 0, archived: 16 });
    });

    it.runIf(dialect === 'sqlite')('is not known where the archive is not: in a restored copy', async () => {
      await world.cut(ada, 3);
      const file = join(tmpdir(), `synapse-archive-${dialect}-${process.pid}.backup`);
      const env = { SYNAPSE_DATA_DIR: `${file}.restored` };
      scratch.push(file, env.SYNAPSE_DATA_DIR);
      const context = (env: Record<string, string>) => ({ env, clock: Date.now, onProgress: () => undefined });
      const passphrase = 'a passphrase of some length';
      await administer({ verb: 'backup', file, passphrase, master_key: true }, context(world.env));
      await administer({ verb: 'restore', file, passphrase }, context(env));
      const verdict = (await administer({ verb: 'audit-verify' }, context(env))) as Verdict;
      expect(verdict).toMatchObject({ state: 'unknown', findings: [], unknown: ['archive_elsewhere'], archived: 2 });
    });
  });
}

describe('an archive in a bucket', () => {
  const KEYS = { keyId: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };

  it('signs as the published examples do', () => {
    const signed = (query: string) =>
      signRequest(
        { ...KEYS, region: 'us-east-1' },
        {
          method: 'GET',
          url: new URL(`https://examplebucket.s3.amazonaws.com/?${query}`),
          bodyHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
          now: Date.UTC(2013, 4, 24),
        },
      ).authorization;
    expect(signed('lifecycle')).toContain('fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543');
    expect(signed('max-keys=2&prefix=J')).toContain('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7');
  });

  it('loses nothing while it is silent, refuses, breaks off, keeps half or is gone, and goes on when it is back', async () => {
    const { world, ada } = await begin('sqlite');
    const bucket: TestBucket = await startBucket(KEYS.keyId, KEYS.secret);
    const at = { ...KEYS, region: 'eu-west-3', endpoint: bucket.endpoint, address: 's3://logs.example/synapse' };
    const dataDir = world.env.SYNAPSE_DATA_DIR!;
    const archive = createBucketArchive(at, dataDir, Date.now, 45_000);
    const retention = await retentionOf(world, 1, 30 * DAY_MS, { archive });
    const impatient = createBucketArchive(at, dataDir, Date.now, 300);
    const hasty = await retentionOf(world, 1, 30 * DAY_MS, { archive: impatient });
    const verify = createVerifyChain(world.database, Date.now, {
      keys: await keysOf(world),
      archive,
      ends: undefined,
      checkpoints: {
        state: async () => ({ sizeBefore: 0, records: [], reading: null, expected: null }),
        brokenMark: async () => null,
        problem: () => null,
        broken: () => new Set<string>(),
        write: async () => [],
        close: () => undefined,
      },
    });
    const reasons = {
      silent: 'timeout',
      refuses: '503 SlowDown',
      'breaks off': 'out of reach',
      'keeps half': 'did not arrive whole',
      gone: '404 NoSuchBucket',
    } as const;
    for (const mood of Object.keys(reasons) as (keyof typeof reasons)[]) {
      bucket.mood = mood;
      await expect((mood === 'silent' ? hasty : retention).run(), mood).rejects.toThrow(reasons[mood]);
      expect(await entriesOf(world, ada), mood).toHaveLength(4);
      expect(await world.rows('audit_cuts'), mood).toEqual([]);
    }
    const stranger = createBucketArchive({ ...at, secret: 'wrong' }, dataDir, Date.now, 45_000);
    bucket.mood = 'well';
    const refused = (await retentionOf(world, 1, 30 * DAY_MS, { archive: stranger })).run();
    await expect(refused).rejects.toThrow('s3://logs.example/synapse answered 403 SignatureDoesNotMatch');
    expect(globSync('*.partial', { cwd: dataDir })).toEqual([]);

    expect(await retention.run()).toBe(4);
    expect(await entriesOf(world, ada)).toEqual([]);
    const [{ archive: name }] = (await world.rows('audit_cuts')) as [Row];
    const path = `/logs.example/synapse/${name}`;
    expect(bucket.objects.get(path)!.toString().split('\n')).toHaveLength(4 + 2);
    const problems = async () => (await verify(personalWorkspaceId(ada.id))).findings.map(({ problem }) => problem);
    expect(await problems()).toEqual([]);

    const whole = bucket.objects.get(path)!;
    bucket.objects.set(path, Buffer.from(whole.toString().replace('old2', 'new2')));
    expect(await problems()).toEqual(['archive_changed']);
    bucket.objects.delete(path);
    expect(await problems()).toEqual(['archive_missing']);
    bucket.objects.set(path, whole);
    bucket.mood = 'refuses';
    expect(await verify(personalWorkspaceId(ada.id))).toMatchObject({ state: 'unknown', findings: [] });
    expect((await verify(personalWorkspaceId(ada.id))).unknown).toContain('archive_unreachable');
    await bucket.stop();
    expect((await verify(personalWorkspaceId(ada.id))).unknown).toContain('archive_unreachable');
    // Without the bucket in its configuration, an instance does not know.
    expect(await world.online(ada)).toMatchObject({ state: 'unknown', unknown: ['archive_elsewhere'] });
    await world.stop();
  });
});
