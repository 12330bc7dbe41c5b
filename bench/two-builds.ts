/**
 * Two builds of the service side by side: what a change costs a person with one ssh machine. In short turns on the same
 * sshd, so that whatever else the computer does affects both.
 *
 *   node bench/two-builds.ts <folder of a built clone> [<folder of another; this one>]
 *
 * With BENCH_DATABASE_MS=2 each has a PostgreSQL database that is 2 ms away. BENCH_FIRST_ENV='{"SYNAPSE_…":"…"}' are
 * settings of the first alone, where an older build has other names for them.
 */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../test/engines/postgres.ts';
import { locateSshd, startSshd } from '../test/engines/sshd.ts';
import { startDistantDatabase } from '../test/round-trips/distant-database.ts';
import { report } from './figure.ts';
import { type BuiltServer, bearer, buildServer, startBuiltServer } from './service/built-server.ts';
import { median, timed } from './times.ts';

const TURNS = Number(process.env.BENCH_TURNS ?? 60);
const WARM_UP = 6;
const AT_ONCE = 16;
/** The kernel counts processor time in hundredths of a second: enough of them in a turn. */
const LISTS = 300;
/** A large output takes as long as many small ones. */
const LARGE_EVERY = 6;
const LARGE = 'head -c 100000000 /dev/zero | tr "\\0" "x" | fold -w 100';
const STARTS = Number(process.env.BENCH_STARTS ?? 7);
/** Longer than the first garbage collections of an idle process take. */
const IDLE_MS = 3_000;
const DATABASE_MS = Number(process.env.BENCH_DATABASE_MS ?? 0);
const FIRST_ENV = JSON.parse(process.env.BENCH_FIRST_ENV ?? '{}') as Record<string, string>;
/** The service starts a shell for the next command after an answer: that counts, and must not slow down the other side. */
const REST_MS = 60;

const [first, second] = process.argv.slice(2);
if (first === undefined) throw new Error('usage: node bench/two-builds.ts <folder of a built clone> [<another>]');
const located = await locateSshd();
if ('missing' in located) throw new Error(`no sshd: ${located.missing}`);
if (second === undefined) buildServer();
const here = resolve(import.meta.dirname, '..');
const sshd = await startSshd(located.found);

interface Kind {
  readonly calls: number;
  readonly every?: number;
  readonly run: () => Promise<unknown>;
}

interface Side {
  readonly server: BuiltServer;
  readonly kinds: Readonly<Record<string, Kind>>;
  stop(): Promise<void>;
}

const postgres = DATABASE_MS > 0 ? await startPostgres() : null;

/** Where the service keeps its data: beside it by default. */
async function openDatabase(name: string): Promise<{ env: Record<string, string>; stop: () => Promise<void> }> {
  if (postgres === null) return { env: {}, stop: async () => {} };
  const admin = new pg.Client({ connectionString: `${postgres.url}/postgres` });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const distant = await startDistantDatabase(`${postgres.url}/${name}`, DATABASE_MS);
  const env = { SYNAPSE_DATABASE_URL: distant.url, SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64') };
  return { env, stop: () => distant.stop() };
}

const programOf = (folder: string): string => join(resolve(folder), 'packages/server/dist/main.js');

async function startSide(folder: string, name: string, own: Record<string, string> = {}): Promise<Side> {
  const database = await openDatabase(name);
  const server = await startBuiltServer({
    program: programOf(folder),
    env: { ...database.env, SYNAPSE_LIMITS: `minute=10000,pro=10000000,user=${AT_ONCE},machine=${AT_ONCE}`, ...own },
  });
  const { session, token } = await server.newUser('pro');
  const headers = bearer(session);
  await server.call('PUT', '/synapse/secrets/SSH_KEY', { headers, json: { value: sshd.privateKey } });
  const connection = { host: '127.0.0.1', port: sshd.port, user: 'tester', key_secret: 'SSH_KEY' };
  await server.call('POST', '/synapse/machines', { headers, json: { slug: 'bench', kind: 'ssh', connection } });
  let calls = 0;
  /** An address that calls too often is refused. */
  const from = (): string => `127.${Math.floor(calls / 6400) % 250}.1.${Math.floor(calls++ / 50) % 250}`;
  const exec = (command = 'true') => server.tool(token, 'synapse_exec', { machine: 'bench', command }, from());
  const list = () => server.tool(token, 'synapse_list_machines', {}, from());
  const inTurn = async (count: number, run: () => Promise<unknown>): Promise<void> => {
    for (let index = 0; index < count; index++) await run();
  };
  return {
    server,
    kinds: {
      'true over ssh': { calls: AT_ONCE, run: () => inTurn(AT_ONCE, exec) },
      'list of machines': { calls: LISTS, run: () => inTurn(LISTS, list) },
      '16 at once': { calls: AT_ONCE, run: () => Promise.all(Array.from({ length: AT_ONCE }, () => exec())) },
      '100 MB': { calls: 1, every: LARGE_EVERY, run: () => exec(LARGE) },
    },
    stop: async () => {
      await server.stop();
      await database.stop();
    },
  };
}

function compare(name: string, [a, b]: readonly [readonly number[], readonly number[]], unit = 'ms'): void {
  const ratios = a.map((value, index) => b[index]! / value).filter((ratio) => Number.isFinite(ratio));
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  report({ name: `${name}, the first build`, value: median([...a]), unit });
  report({ name: `${name}, the second build`, value: median([...b]), unit });
  report({ name: `${name}, second / first: sums`, value: sum(b) / sum(a), unit: '×' });
  report({ name: `${name}, second / first: median of turns`, value: median(ratios), unit: '×' });
}

const folders = [first, second ?? here] as const;
const starts = { wall: [[], []] as [number[], number[]], cpu: [[], []] as [number[], number[]] };
for (let turn = 0; turn < STARTS; turn++) {
  for (const at of turn % 2 === 0 ? [0, 1] : [1, 0]) {
    const server = await startBuiltServer({ program: programOf(folders[at]!) });
    starts.wall[at]!.push(server.firstAnswerMs);
    starts.cpu[at]!.push(server.cpuMs());
    await server.stop();
  }
}
compare('first start, time', starts.wall);
compare('first start, processor', starts.cpu);

const sides = [await startSide(folders[0], 'first', FIRST_ENV), await startSide(folders[1], 'second')] as const;
try {
  await sleep(IDLE_MS);
  const memory = sides.map(({ server }) => [server.memory().now]);
  compare('memory, idle after a few calls', [memory[0]!, memory[1]!], 'MiB');
  const figures = new Map<string, { wall: [number[], number[]]; cpu: [number[], number[]] }>();
  for (let turn = -WARM_UP; turn < TURNS; turn++) {
    for (const name of Object.keys(sides[0].kinds)) {
      const figure = figures.get(name) ?? { wall: [[], []], cpu: [[], []] };
      figures.set(name, figure);
      // Who comes first changes from turn to turn.
      for (const at of turn % 2 === 0 ? [0, 1] : [1, 0]) {
        const { server, kinds } = sides[at]!;
        const { calls, every = 1, run } = kinds[name]!;
        if (turn % every !== 0) continue;
        const before = server.cpuMs();
        const wall = await timed(run);
        await sleep(REST_MS);
        if (turn < 0) continue;
        figure.wall[at]!.push(wall / calls);
        figure.cpu[at]!.push((server.cpuMs() - before) / calls);
      }
    }
  }
  for (const [name, { wall, cpu }] of figures) {
    compare(`${name}, time`, wall);
    compare(`${name}, processor`, cpu);
  }
} finally {
  for (const side of sides) await side.stop();
  await sshd.stop();
  postgres?.stop();
}
