/**
 * Two builds of the service side by side: what a change costs a person with one ssh machine. In short turns on the same
 * sshd, so that whatever else the computer does affects both.
 *
 *   node bench/two-builds.ts <folder of a built clone> [<folder of another; this one>]
 */
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { locateSshd, startSshd } from '../test/engines/sshd.ts';
import { report } from './figure.ts';
import { type BuiltServer, bearer, buildServer, startBuiltServer } from './service/built-server.ts';
import { median, timed } from './times.ts';

const TURNS = Number(process.env.BENCH_TURNS ?? 60);
const WARM_UP = 6;
const AT_ONCE = 16;
/** The kernel counts processor time in hundredths of a second: enough of them in a turn. */
const LISTS = 300;
/** The service starts a shell for the next command after an answer: that counts, and must not slow down the other side. */
const REST_MS = 60;

const [first, second] = process.argv.slice(2);
if (first === undefined) throw new Error('usage: node bench/two-builds.ts <folder of a built clone> [<another>]');
const located = await locateSshd();
if ('missing' in located) throw new Error(`no sshd: ${located.missing}`);
if (second === undefined) buildServer();
const here = resolve(import.meta.dirname, '..');
const sshd = await startSshd(located.found);

interface Side {
  readonly server: BuiltServer;
  readonly kinds: Readonly<Record<string, { readonly calls: number; readonly run: () => Promise<unknown> }>>;
}

async function startSide(folder: string): Promise<Side> {
  const server = await startBuiltServer({
    program: join(resolve(folder), 'packages/server/dist/main.js'),
    env: { SYNAPSE_LIMITS: `minute=10000,pro=10000000,user=${AT_ONCE},machine=${AT_ONCE}` },
  });
  const { session, token } = await server.newUser('pro');
  const headers = bearer(session);
  await server.call('PUT', '/synapse/secrets/SSH_KEY', { headers, json: { value: sshd.privateKey } });
  const connection = { host: '127.0.0.1', port: sshd.port, user: 'tester', key_secret: 'SSH_KEY' };
  await server.call('POST', '/synapse/machines', { headers, json: { slug: 'bench', kind: 'ssh', connection } });
  let calls = 0;
  /** An address that calls too often is refused. */
  const from = (): string => `127.${Math.floor(calls / 6400) % 250}.1.${Math.floor(calls++ / 50) % 250}`;
  const exec = () => server.tool(token, 'synapse_exec', { machine: 'bench', command: 'true' }, from());
  const list = () => server.tool(token, 'synapse_list_machines', {}, from());
  const inTurn = async (count: number, run: () => Promise<unknown>): Promise<void> => {
    for (let index = 0; index < count; index++) await run();
  };
  return {
    server,
    kinds: {
      'true over ssh': { calls: AT_ONCE, run: () => inTurn(AT_ONCE, exec) },
      'list of machines': { calls: LISTS, run: () => inTurn(LISTS, list) },
      '16 at once': { calls: AT_ONCE, run: () => Promise.all(Array.from({ length: AT_ONCE }, exec)) },
    },
  };
}

const sides = [await startSide(first), await startSide(second ?? here)] as const;
try {
  const figures = new Map<string, { wall: number[][]; cpu: number[][] }>();
  for (let turn = -WARM_UP; turn < TURNS; turn++) {
    for (const name of Object.keys(sides[0].kinds)) {
      const figure = figures.get(name) ?? { wall: [[], []], cpu: [[], []] };
      figures.set(name, figure);
      // Who comes first changes from turn to turn.
      for (const at of turn % 2 === 0 ? [0, 1] : [1, 0]) {
        const { server, kinds } = sides[at]!;
        const { calls, run } = kinds[name]!;
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
    for (const [what, [a = [], b = []]] of [
      ['time', wall],
      ['processor', cpu],
    ] as const) {
      const ratios = a.map((value, index) => b[index]! / value).filter((ratio) => Number.isFinite(ratio));
      const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
      report({ name: `${name}, ${what}, the first build`, value: median(a), unit: 'ms' });
      report({ name: `${name}, ${what}, the second build`, value: median(b), unit: 'ms' });
      report({ name: `${name}, ${what}, second / first: sums`, value: sum(b) / sum(a), unit: '×' });
      report({ name: `${name}, ${what}, second / first: median of turns`, value: median(ratios), unit: '×' });
    }
  }
} finally {
  for (const { server } of sides) await server.stop();
  await sshd.stop();
}
