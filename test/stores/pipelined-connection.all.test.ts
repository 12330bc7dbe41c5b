/** Statements that are under way to a real PostgreSQL at once: each gets its own answer; a transaction fails as a whole. */
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atCommit } from '../../packages/server/src/db/at-commit.ts';
import { compileOnce } from '../../packages/server/src/db/compile-once.ts';
import type { Database, Queries } from '../../packages/server/src/db/database.ts';
import { openPostgres } from '../../packages/server/src/db/postgres.ts';
import { startLinkProxy } from '../agents/link-proxy.ts';
import { createPostgresDatabase } from '../databases.ts';

let database: Database;
beforeAll(async () => {
  // One connection: what a failure leaves behind on it meets the next statement.
  database = openPostgres(await createPostgresDatabase(), { connections: 2 });
  await sql`create table kept (n integer primary key)`.execute(database.queries);
});
afterAll(() => database?.close());

const rows = async (at: Queries, query: RawBuilder<unknown>) => (await query.execute(at)).rows;
/** Sent at once when they are asked for, as the last writes of a transaction are. */
const asked = (write: (n: number) => RawBuilder<unknown>) =>
  compileOnce((queries, n: number) => ({ compile: () => write(n).compile(queries) }));
const put = asked((n) => sql`insert into kept values (${n})`);
const divide = asked((n) => sql`select 1 / ${n}::int`);
const kept = async () =>
  (await rows(database.queries, sql`select n from kept order by n`)).map((row) => (row as { n: number }).n);

it('each gets its own answer, whatever it is', async () => {
  const answers = await database.together((at) =>
    Promise.all([
      rows(at, sql`select ${'a'}::text as t, ${null}::text as nothing`),
      rows(at, sql`select n from generate_series(1, ${3}::int) as n`),
      rows(at, sql`select 1 as n where ${false}::boolean`),
      rows(at, sql`select ${Buffer.from([0, 255])}::bytea as b`),
    ]),
  );
  expect(answers).toEqual([
    [{ t: 'a', nothing: null }],
    [{ n: 1 }, { n: 2 }, { n: 3 }],
    [],
    [{ b: Buffer.from([0, 255]) }],
  ]);
});

it.each([0, 1, 2])('outside a transaction only number %i fails, and the connection goes on', async (at) => {
  for (let round = 0; round < 3; round++) {
    const outcomes = await database.together((line) =>
      Promise.allSettled(
        [1, 2, 3].map((n, index) => rows(line, sql`select ${n}::int / ${index === at ? 0 : 1}::int as n`)),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(
      [0, 1, 2].map((index) => (index === at ? 'rejected' : 'fulfilled')),
    );
  }
});

it.each([0, 1, 2])('in a transaction all is undone where number %i fails', async (at) => {
  for (let round = 0; round < 3; round++) {
    const one = (tx: Queries, n: number) => (n === at ? divide(tx, 0) : put(tx, 10 + n));
    const waited = database.transaction(async (tx) => {
      await Promise.all([0, 1, 2].map((n) => one(tx, n)));
    });
    await expect(waited).rejects.toThrow(/division by zero/);
    // Nobody waits for them before the end of the transaction is asked for.
    const atOnce = database.transaction(async (tx) => {
      for (const n of [0, 1, 2]) atCommit(tx, one(tx, n));
    });
    await expect(atOnce).rejects.toThrow(/division by zero/);
    expect(await kept()).toEqual([]);
    // The same statements, which the server may or may not know by their names.
    expect(await database.together((line) => rows(line, sql`select 1 / ${1}::int as n`))).toEqual([{ n: 1 }]);
  }
});

it('a failure that nobody looks at fails the transaction', async () => {
  const trial = database.transaction(async (tx) => {
    put(tx, 15).catch(() => undefined);
    divide(tx, 0).catch(() => undefined);
  });
  await expect(trial).rejects.toThrow(/division by zero/);
  expect(await kept()).toEqual([]);
});

it('a transaction that fails keeps nothing, and nothing runs behind it', async () => {
  const trial = database.transaction(async (tx) => {
    await put(tx, 20);
    await put(tx, 20).catch(() => undefined);
    await put(tx, 21);
  });
  await expect(trial).rejects.toThrow(/duplicate key/);
  expect(await kept()).toEqual([]);
  await database.transaction(async (tx) => void (await Promise.all([put(tx, 20), put(tx, 21)])));
  expect(await kept()).toEqual([20, 21]);
});

it('all fail where the server falls silent, and the next ones take another connection', async () => {
  const at = new URL(await createPostgresDatabase());
  const proxy = await startLinkProxy(`http://${at.host}`);
  at.host = new URL(proxy.url).host;
  const silent = openPostgres(at.href, { connections: 1, statementMs: 500 });
  const one = (line: Queries) => rows(line, sql`select ${1}::int as n`);
  const two = (line: Queries) => Promise.all([one(line), one(line)]);
  await silent.together(two);
  proxy.freeze();
  const away = { code: 'not_ready' };
  await expect(silent.together(two)).rejects.toMatchObject(away);
  expect(await silent.together(two)).toEqual([[{ n: 1 }], [{ n: 1 }]]);
  proxy.freeze();
  await expect(silent.transaction(two)).rejects.toMatchObject(away);
  expect(await silent.transaction(two)).toEqual([[{ n: 1 }], [{ n: 1 }]]);
  await silent.close();
  await proxy.stop();
});
