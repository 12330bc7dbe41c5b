/** How long one instance can hold up others in PostgreSQL, and how soon those who wait for it in vain are told. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inSnapshot } from '../../packages/server/src/backup/row-store.ts';
import type { Database, Queries } from '../../packages/server/src/db/database.ts';
import { openPostgres } from '../../packages/server/src/db/postgres.ts';
import { createPostgresDatabase } from '../databases.ts';

let url: string;
const opened: Database[] = [];
beforeAll(async () => {
  url = await createPostgresDatabase();
});
afterAll(() => Promise.all(opened.map((database) => database.close())));

const open = (deadAfterMs: number, at = url): Database => {
  const database = openPostgres(at, { deadAfterMs });
  opened.push(database);
  return database;
};
const lock = (tx: Queries) => sql`select pg_advisory_xact_lock(42)`.execute(tx);

it('ties what an instance may hold to its lease: half of it for a lock, and half for a transaction left open', async () => {
  const database = open(7_000);
  const shown = async (name: string) => {
    const { rows } = await sql<Record<string, string>>`select current_setting(${name}) as value`.execute(
      database.queries,
    );
    return rows[0]!.value;
  };
  expect(await shown('lock_timeout')).toBe('3500ms');
  expect(await shown('idle_in_transaction_session_timeout')).toBe('3500ms');
  // Where the system of the server knows of it.
  expect(await shown('tcp_user_timeout')).toBe(process.platform === 'linux' ? '3500' : '0');
  expect(await shown('statement_timeout')).toBe('7s');
});

it('tells who waits for a lock that the database is not ready, and lets them in once its holder is silent', async () => {
  const [dead, living] = [open(1_000), open(400)];
  const held = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const silent = dead.transaction(async (tx) => {
    await lock(tx);
    held.resolve();
    // As a frozen process: nothing more is said until the server has given up.
    await over.promise;
    await lock(tx);
  });
  await held.promise;
  // A second statement of the dead instance is in the queue before those of others.
  const queued = dead.transaction(lock).catch((error: unknown) => error);
  await expect(living.transaction(lock)).rejects.toMatchObject({ code: 'not_ready', status: 503 });
  await expect
    .poll(() =>
      living.transaction(lock).then(
        () => 'free',
        () => 'held',
      ),
    )
    .toBe('free');
  over.resolve();
  await expect(silent).rejects.toMatchObject({ code: 'not_ready' });
  await queued;
});

it('tells everybody at once who waits for a server that says nothing, when the lease is over', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = new URL(url);
  at.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const database = open(3_600_000, at.href);
  const asked = [
    lock(database.queries),
    database.transaction(lock),
    database.together((tx) => lock(tx)),
    // More than there are connections.
    ...Array.from({ length: 20 }, () => lock(database.queries)),
  ].map((one) => one.catch((error: unknown) => error));
  await expect.poll(() => sockets.length).toBe(16);
  database.cutOff();
  for (const told of await Promise.all(asked)) expect(told).toMatchObject({ code: 'not_ready', retryAfter: 2 });
  for (const socket of sockets) socket.destroy();
  server.close();
});

it('gives up statements that are under way, too, and goes on with new connections', async () => {
  const database = open(3_600_000);
  const other = open(3_600_000);
  const held = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const holding = other.transaction(async (tx) => {
    await lock(tx);
    held.resolve();
    await over.promise;
  });
  await held.promise;
  const waiting = database.transaction(lock).catch((error: unknown) => error);
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.queries);
  const queued = async () =>
    (await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(other.queries)).rows.length;
  await expect.poll(queued).toBe(1);
  database.cutOff();
  expect(await waiting).toMatchObject({ code: 'not_ready' });
  over.resolve();
  await holding;
  const again = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.queries);
  expect(again.rows[0]!.pid).not.toBe(rows[0]!.pid);
});

it('lets a backup pause between two pages for longer than a transaction may be left open', async () => {
  const { queries } = open(400);
  const rows = await inSnapshot(queries, async (tx) => {
    await sql`select 1`.execute(tx);
    await sleep(600);
    return (await sql`select 1`.execute(tx)).rows.length;
  });
  expect(rows).toBe(1);
});
