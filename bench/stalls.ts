/**
 * What one user can do to the others. For each known way to keep the service busy: the longest time that somebody
 * else's `/healthz` took meanwhile, and the peak memory of the service and of its helper processes.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { report } from './figure.ts';
import { type BenchUser, type BuiltServer, bearer, buildServer, startBuiltServer } from './service/built-server.ts';

const LONGEST_MS = 100;
const MOST_MIB = 300;
const OUTPUT_BYTES = 8 * 1024 * 1024;
const WEIGH_MS = 50;
const REST_MS = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'synapse-bench-stalls-'));
const program = (name: string, script: string): void => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
};
program('kubectl', `head -c ${OUTPUT_BYTES} /dev/zero | tr '\\0' '\\n'`);
program('lines', `yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | head -c ${OUTPUT_BYTES}`);
program('slow', `head -c ${OUTPUT_BYTES} /dev/zero | tr '\\0' 'x'; sleep 8`);

buildServer();
const server = await startBuiltServer({
  env: { SYNAPSE_ALLOW_LOCAL: 'all', SYNAPSE_LOG_LEVEL: 'fatal' },
});

/** The service and the processes it has started. */
function treeMiB(): number {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ');
  return [String(server.pid), ...children]
    .filter((pid) => pid !== '')
    .map((pid) => {
      try {
        const name = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        if (pid !== String(server.pid) && !name.includes('text-worker')) return 0;
        return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
      } catch {
        return 0;
      }
    })
    .reduce((sum, mib) => sum + mib, 0);
}

/** Another user watches while the work goes on. */
async function watch(name: string, work: () => Promise<unknown>): Promise<void> {
  // Peak memory is counted from here.
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
  const other = fork(join(import.meta.dirname, 'service', 'look-on.ts'), [String(server.port)], { execArgv: [] });
  await once(other, 'message');
  let most = 0;
  const weighing = setInterval(() => {
    most = Math.max(most, treeMiB());
  }, WEIGH_MS);
  await work().catch((error: unknown) => process.stdout.write(`  ${String(error).slice(0, 150)}\n`));
  clearInterval(weighing);
  const said = once(other, 'message');
  other.send('over');
  const [longest] = (await said) as [number];
  report({ name: `${name}: longest /healthz`, value: longest, unit: 'ms', atMost: LONGEST_MS });
  report({ name: `${name}: memory of the service`, value: server.memory().peak, unit: 'MiB', atMost: MOST_MIB });
  report({ name: `${name}: with its helpers`, value: most, unit: 'MiB' });
  // The memory is given back.
  await sleep(REST_MS);
}

/** Never read. */
function openStream(path: string, user: BenchUser): Promise<IncomingMessage | null> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port: server.port, path, agent: false, headers: bearer(user.session) }, resolve).once(
      'error',
      () => resolve(null),
    );
  });
}

/** Only the status matters: whatever it is, it has cost something. */
function post(path: string, body: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = { ...headers, 'content-type': 'application/json' };
    const options = { host: '127.0.0.1', port: server.port, path, method: 'POST', agent: false, headers: sent };
    request(options, (answer) => answer.resume().once('end', () => resolve(answer.statusCode!)))
      .once('error', reject)
      .end(body);
  });
}

async function userWithMachine(from: BuiltServer): Promise<BenchUser> {
  const user = await from.newUser('pro');
  await from.call('POST', '/synapse/machines', {
    headers: bearer(user.session),
    json: { slug: 'here', kind: 'local' },
  });
  return user;
}

interface Result {
  readonly execution_id: string;
}
const exec = (user: BenchUser, command: string, more: Record<string, unknown> = {}): Promise<Result> =>
  server.call<Result>('POST', '/synapse/exec', {
    headers: bearer(user.session),
    json: { machine: 'here', command, timeout_seconds: 60, ...more },
  });
const many = (count: number, work: (index: number) => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const repeats = (last: string) => Array.from({ length: 30 }, (_, i) => `^${'a{0,30}'.repeat(28)}${last}${i}$`);
const heavyFilter = (cases: number) => ({
  match_command: 'lines',
  strip_lines_matching: repeats('b'),
  keep_lines_matching: repeats('c'),
  cases: Array.from({ length: cases }, (_, i) => ({
    name: `${i}`,
    stdout: `${'a'.repeat(990)}\n`.repeat(20),
    expected: '',
  })),
});
const putFilter = (user: BenchUser, name: string, filter: unknown) =>
  server.call('PUT', `/synapse/filters/${name}`, { headers: bearer(user.session), json: filter });

try {
  const user = await userWithMachine(server);
  await exec(user, 'true');
  await watch('nothing', () => sleep(2_000));
  await watch('8 MiB of newlines from kubectl', () => exec(user, `${folder}/kubectl logs x`));
  await watch('the same, four at once', () => many(4, () => exec(user, `${folder}/kubectl logs x`)));
  await watch('8 MiB of yes', () => exec(user, `yes | head -c ${OUTPUT_BYTES}`));
  await watch('8 MiB of numbers, failed', () => exec(user, `seq 1300000; echo error; exit 1`));
  const free = await server.newUser('free');
  await watch('a filter of counted repeats', () => putFilter(free, 'heavy', heavyFilter(20)));
  const filtering = await userWithMachine(server);
  await putFilter(filtering, 'slow', heavyFilter(0));
  await watch('an own filter on 8 MiB', () => exec(filtering, `${folder}/lines`));
  const { execution_id } = await exec(filtering, `${folder}/lines`, { raw: true });
  const wanted = `${'a'.repeat(55)}b`;
  await watch('a search in 8 MiB', () =>
    many(4, () =>
      server.call('GET', `/synapse/executions/${execution_id}/output?grep=${wanted}`, {
        headers: bearer(filtering.session),
      }),
    ),
  );
  const keys = `{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join(',')}}`;
  await watch('a megabyte of JSON keys, of a stranger', () =>
    many(30, () => post('/tda/mcp', keys, { 'x-ai-token': 'x' })),
  );
  await watch('the same, of a user', () => many(30, () => post('/tda/projects', keys, bearer(user.session))));
  const refused = await userWithMachine(server);
  await watch('refused commands of underscores', () =>
    many(20, () => exec(refused, `__synapse_v${'_'.repeat(65_000)} {{NONE}}`).catch(() => null)),
  );
  const brackets = await userWithMachine(server);
  await watch('refused commands of brackets', () =>
    many(20, () => exec(brackets, `${'( '.repeat(32_000)} {{NONE}}`).catch(() => null)),
  );
  const following = await userWithMachine(server);
  await watch('200 followed outputs that nobody reads', async () => {
    const { execution_id: slow } = await exec(following, `${folder}/slow`, { wait_seconds: 2 });
    const streams = await Promise.all(
      Array.from({ length: 200 }, () => openStream(`/synapse/executions/${slow}/stream`, following)),
    );
    await sleep(3_000);
    for (const stream of streams) stream?.destroy();
  });
  await watch('1,000 event streams', async () => {
    const streams = await Promise.all(Array.from({ length: 1_000 }, () => openStream('/synapse/events', following)));
    await many(5, () => exec(following, 'true'));
    for (const stream of streams) stream?.destroy();
  });
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
