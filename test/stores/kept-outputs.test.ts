/** Kept outputs on both databases: an empty stream takes no row, and is still known to be empty, until it expires. */
import type { OutputStretches } from '@synapse/contract';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../packages/server/src/db/database.ts';
import type { Executions } from '../../packages/server/src/follow-up/executions.ts';
import { createSearchOutputs, type SearchOutputs } from '../../packages/server/src/follow-up/search-outputs.ts';
import { newId, personalWorkspaceId, type WorkspaceId } from '../../packages/server/src/ids.ts';
import { linePattern } from '../../packages/server/src/outputs/line-pattern.ts';
import { createOutputs, type Outputs } from '../../packages/server/src/outputs/outputs.ts';
import { pageThrough } from '../../packages/server/src/outputs/page-through.ts';
import { redactedFromStore } from '../../packages/server/src/redaction/index.ts';
import { createSealer } from '../../packages/server/src/vault/sealer.ts';
import { describeOnBothDatabases } from '../databases.ts';
import { newMasterKey } from './new-master-key.ts';

const HOUR_MS = 3600_000;
const LONG = 'line\n'.repeat(90_000);

describeOnBothDatabases('kept outputs', ({ open }) => {
  let now = 1_800_000_000_000;
  const sealer = createSealer(newMasterKey());

  async function keepOne(stdout: string, stderr: string, close = true, order: OutputStretches | null = null) {
    const database = open();
    const outputs = createOutputs(database, () => now, sealer, { outputHours: 1 });
    const [user, id] = [await addUser(database), newId()];
    const texts = { stdout: redactedFromStore(stdout), stderr: redactedFromStore(stderr) };
    const write = await outputs.keep(user, id, texts, [], order);
    if (close) await database.transaction((tx) => write!(tx));
    const read = async (stream: 'stdout' | 'stderr') => (await outputs.find(user, id, stream))?.read() ?? null;
    const page = (stream: 'stdout' | 'stderr') => outputs.page(user, id, { stream, offset: 0, limit: 10 });
    const rows = () =>
      database.queries.selectFrom('kept_outputs').selectAll().where('workspace_id', '=', user).execute();
    return { database, outputs, user, id, read, page, rows };
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

  it('has the order of its lines beside it, sealed, where that was known', async () => {
    const order = { first: 'stderr' as const, lines: [1, 1], total: { stdout: 1, stderr: 1 } };
    const one = await keepOne('said\n', 'failed\n', true, order);
    expect(await one.outputs.order(one.user, one.id)).toEqual(order);
    const rows = await one.rows();
    expect(rows.map(({ stream }) => stream).sort()).toEqual(['order', 'stderr', 'stdout']);
    expect(rows.some(({ sealed }) => sealed.includes('stderr'))).toBe(false);
    // Neither a search nor a list takes it for an output.
    expect((await one.outputs.newest(one.user, null)).outputs).toMatchObject([
      { streams: ['stdout', 'stderr'], chars: 12 },
    ]);
    now += HOUR_MS;
    await one.outputs.expire();
    expect(await one.rows()).toEqual([]);
    const other = await keepOne('said\n', 'failed\n');
    expect(await other.outputs.order(other.user, other.id)).toBeNull();
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

describeOnBothDatabases('a search in kept outputs', ({ open }) => {
  let now = 1_800_000_000_000;
  let database: Database;
  let outputs: Outputs;
  let search: SearchOutputs;
  beforeAll(() => {
    database = open();
    outputs = createOutputs(database, () => now, createSealer(newMasterKey()), { outputHours: 1 });
    const page: Outputs['page'] = async (user, id, query) =>
      pageThrough(
        id,
        (await outputs.find(user, id, query.stream).then((found) => found!.read()))!,
        query,
        await linePattern(query.grep),
      );
    search = createSearchOutputs({ outputs, executions: { output: page as Executions['output'] } });
  });
  const keep = async (user: WorkspaceId, stdout: string, stderr = '') => {
    const id = newId();
    now += 1;
    const texts = { stdout: redactedFromStore(stdout), stderr: redactedFromStore(stderr) };
    const write = await outputs.keep(user, id, texts);
    await database.transaction((tx) => write!(tx));
    return personalWorkspaceId(id);
  };

  it('tells the line and its number, the newest output first, as it is written, and nothing of other people', async () => {
    const [user, other] = [await addUser(database), await addUser(database)];
    const old = await keep(user, 'one\ntwo (x)\nthree\n');
    await keep(user, 'nothing here\n');
    const young = await keep(user, '', '1:30 two (x) again\r9:99 and\n');
    await keep(other, 'two (x) of somebody else\n');
    expect(await search(user, { q: 'two (x)' })).toEqual({
      found: [
        { execution_id: young, stream: 'stderr', line: 1, text: '1:30 two (x) again\r9:99 and' },
        { execution_id: old, stream: 'stdout', line: 2, text: 'two (x)' },
      ],
      searched: 3,
      next_cursor: null,
    });
    expect((await search(user, { q: 'two .x.' })).found).toEqual([]);
    now += HOUR_MS;
    expect(await search(user, { q: 'two (x)' })).toEqual({ found: [], searched: 0, next_cursor: null });
  });

  it('looks through so much in one answer, goes on where it stopped, and misses none', async () => {
    const user = await addUser(database);
    const all: string[] = [];
    for (let n = 0; n < 120; n += 1) all.unshift(await keep(user, n % 3 === 0 ? `needle ${n}\n` : 'hay\n'));
    // Those that end in the same moment are told apart.
    now -= 1;
    all.unshift(await keep(user, `${'needle\n'.repeat(50)}`));
    const found: string[] = [];
    let cursor: string | null | undefined;
    let answers = 0;
    do {
      const answer = await search(user, cursor === undefined ? { q: 'needle' } : { q: 'needle', cursor: cursor! });
      expect(answer.searched).toBeLessThanOrEqual(50);
      found.push(...new Set(answer.found.map(({ execution_id }) => execution_id)));
      cursor = answer.next_cursor;
      answers += 1;
    } while (cursor !== null);
    expect(answers).toBeGreaterThan(2);
    expect(found).toHaveLength(41);
    expect(new Set(found).size).toBe(41);
    await expect(search(user, { q: 'needle', cursor: 'made up' })).rejects.toMatchObject({ code: 'arguments_invalid' });
  });
});

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
