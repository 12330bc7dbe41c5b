/** Kept outputs on both databases: an empty stream takes no row, and is still known to be empty, until it expires. */
import { expect, it } from 'vitest';
import type { Database } from '../../packages/server/src/db/database.ts';
import { newId } from '../../packages/server/src/ids.ts';
import { createOutputs } from '../../packages/server/src/outputs/outputs.ts';
import { redactedFromStore } from '../../packages/server/src/redaction/index.ts';
import { createSealer } from '../../packages/server/src/vault/sealer.ts';
import { describeOnBothDatabases } from '../databases.ts';
import { newMasterKey } from './new-master-key.ts';

const HOUR_MS = 3600_000;
const LONG = 'line\n'.repeat(90_000);

describeOnBothDatabases('kept outputs', ({ open }) => {
  let now = 1_800_000_000_000;
  const sealer = createSealer(newMasterKey());

  async function keepOne(stdout: string, stderr: string, close = true) {
    const database = open();
    const outputs = createOutputs(database, () => now, sealer, { outputHours: 1 });
    const [user, id] = [await addUser(database), newId()];
    const texts = { stdout: redactedFromStore(stdout), stderr: redactedFromStore(stderr) };
    const write = await outputs.keep(user, id, texts);
    if (close) await database.transaction((tx) => write!(tx));
    const read = async (stream: 'stdout' | 'stderr') => (await outputs.find(user, id, stream))?.read() ?? null;
    const page = (stream: 'stdout' | 'stderr') => outputs.page(user, id, { stream, offset: 0, limit: 10 });
    const rows = () => database.queries.selectFrom('kept_outputs').selectAll().where('user_id', '=', user).execute();
    return { database, outputs, id, read, page, rows };
  }

  it.each([
    ['nothing', '', '', 1],
    ['output alone', 'said\n', '', 1],
    ['errors alone', '', 'failed\n', 1],
    ['both', 'said\n', 'failed\n', 2],
    ['long output alone', LONG, '', 3],
    ['long errors alone', '', LONG, 3],
  ])('%s', async (_name, stdout, stderr, count) => {
    const { read, page, rows } = await keepOne(stdout, stderr);
    expect([await read('stdout'), await read('stderr')]).toEqual([stdout, stderr]);
    expect(await page('stdout')).toMatchObject({ text: stdout.slice(0, 10), total_chars: stdout.length });
    expect(await page('stderr')).toMatchObject({ text: stderr.slice(0, 10), total_chars: stderr.length });
    expect(await rows()).toHaveLength(count);
  });

  it('is not there before the command is closed, though parts of it are', async () => {
    const { read, page, rows } = await keepOne(LONG, '', false);
    expect(await rows()).toHaveLength(2);
    expect([await read('stdout'), await read('stderr')]).toEqual([null, null]);
    for (const stream of ['stdout', 'stderr'] as const)
      await expect(page(stream)).rejects.toMatchObject({ code: 'execution_not_found' });
  });

  it('is gone for both streams at once when its time is over, though one of them may still have its row', async () => {
    const { database, outputs, read, rows, id } = await keepOne('said\n', 'failed\n');
    now += HOUR_MS - 1;
    expect([await read('stdout'), await read('stderr')]).toEqual(['said\n', 'failed\n']);
    now += 1;
    await database.queries
      .deleteFrom('kept_outputs')
      .where('execution_id', '=', id)
      .where('stream', '=', 'stderr')
      .execute();
    expect([await read('stdout'), await read('stderr')]).toEqual([null, null]);
    await outputs.expire();
    expect(await rows()).toEqual([]);
  });
});

async function addUser(database: Database): Promise<string> {
  const id = newId();
  const at = { created_at: 1, updated_at: 1 };
  const user = { id, username: id, username_key: id, password_hash: '', plan: 'pro', role: 'member', ...at };
  await database.queries
    .insertInto('users')
    .values({ ...user, disabled: 0, session_epoch: 0 })
    .execute();
  return id;
}
