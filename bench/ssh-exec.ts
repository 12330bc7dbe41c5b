/** Commands over ssh: the executor beside raw ssh2 channels and beside the `ssh` program, on the same sshd in the same run. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Executor, SecretValue } from '@synapse/runner';
import ssh2, { type Client } from 'ssh2';
import { createSshExecutor } from '../packages/server/src/exec/executors/ssh.ts';
import { locateSshd, type Sshd, startSshd } from '../test/engines/sshd.ts';

const ROUNDS = 300;
const PARALLEL = 16;
const MEGABYTES = 100;

const say = (line: string) => process.stdout.write(`${line}\n`);
const ms = (value: number) => `${value.toFixed(2)} ms`;

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function connect(sshd: Sshd): Promise<Client> {
  const client = new ssh2.Client();
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve).once('error', reject);
    client.connect({ host: '127.0.0.1', port: sshd.port, username: 'tester', privateKey: sshd.privateKey });
  });
  client.setNoDelay(true);
  return client;
}

function rawExec(client: Client, command: string, onBytes: (count: number) => void = () => {}): Promise<number> {
  return new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => {
      if (error) return reject(error);
      channel.on('data', (chunk: Buffer) => onBytes(chunk.length));
      channel.stderr.resume();
      channel.on('close', (code: number) => resolve(code));
    });
  });
}

let count = 0;
async function ownExec(executor: Executor, script: string, onBytes: (count: number) => void = () => {}): Promise<void> {
  const outcome = await executor.run(
    { script, secrets: new Map(), cwd: null, container: null, tag: `bench-${process.pid}-${++count}` },
    {
      output: { stdout: (chunk) => onBytes(chunk.length), stderr: () => {} },
      signal: AbortSignal.timeout(60_000),
      cleared: Promise.resolve(),
      onStarted: () => {},
    },
  );
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0) throw new Error(JSON.stringify(outcome));
}

/** One after the other in turns, so that a disturbance meets both. */
async function oneByOne(executor: Executor, raw: Client): Promise<void> {
  const times = { raw: [] as number[], own: [] as number[] };
  for (let round = 0; round < ROUNDS + 20; round++) {
    const [first, second] = [await timed(() => rawExec(raw, 'true')), await timed(() => ownExec(executor, 'true'))];
    if (round < 20) continue;
    times.raw.push(first);
    times.own.push(second);
  }
  const [a, b] = [times.raw.sort((x, y) => x - y), times.own.sort((x, y) => x - y)];
  say(`true, warm, ${ROUNDS} rounds`);
  say(`  raw channel  p50 ${ms(quantile(a, 0.5))}  p99 ${ms(quantile(a, 0.99))}`);
  say(`  executor     p50 ${ms(quantile(b, 0.5))}  p99 ${ms(quantile(b, 0.99))}`);
  const limit = 1.5 * quantile(a, 0.5) + 3;
  say(`  p50 ratio ${(quantile(b, 0.5) / quantile(a, 0.5)).toFixed(2)}; limit 1.5 × raw + 3 ms = ${ms(limit)}`);
}

async function inParallel(executor: Executor, clients: readonly Client[]): Promise<void> {
  const batch = (work: (index: number) => Promise<unknown>) =>
    timed(() => Promise.all(Array.from({ length: PARALLEL }, (_, index) => work(index))));
  const best = { raw: Number.POSITIVE_INFINITY, own: Number.POSITIVE_INFINITY };
  const all = { raw: 0, own: 0 };
  const batches = 25;
  await batch(() => ownExec(executor, 'true'));
  for (let round = 0; round < batches; round++) {
    const raw = await batch((index) => rawExec(clients[index % clients.length]!, 'true'));
    const own = await batch(() => ownExec(executor, 'true'));
    best.raw = Math.min(best.raw, raw);
    best.own = Math.min(best.own, own);
    all.raw += raw;
    all.own += own;
  }
  const per = (total: number) => ms(total / PARALLEL);
  say(`true, ${PARALLEL} at once, ${batches} batches, per command`);
  say(`  pool of raw channels  mean ${per(all.raw / batches)}  best ${per(best.raw)}`);
  say(`  executor              mean ${per(all.own / batches)}  best ${per(best.own)}`);
  say(`  mean ratio ${(all.own / all.raw).toFixed(2)}; limit 1.5`);
}

async function bulk(executor: Executor, sshd: Sshd): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'synapse-bench-'));
  await writeFile(join(folder, 'key'), sshd.privateKey, { mode: 0o600 });
  const options = ['-F', 'none', '-o', 'StrictHostKeyChecking=no', '-o', `UserKnownHostsFile=${folder}/known`];
  const script = `head -c ${MEGABYTES * 2 ** 20} /dev/zero`;
  const plain = () =>
    new Promise<void>((resolve, reject) => {
      const args = ['-q', ...options, '-i', join(folder, 'key'), '-p', String(sshd.port), 'tester@127.0.0.1', script];
      const child = spawn('ssh', args, { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.resume();
      child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`ssh ended with ${code}`))));
    });
  let peak = 0;
  const before = process.memoryUsage.rss();
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  const best = { plain: Number.POSITIVE_INFINITY, own: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 5; round++) {
    best.plain = Math.min(best.plain, await timed(plain));
    best.own = Math.min(best.own, await timed(() => ownExec(executor, script)));
  }
  clearInterval(watch);
  await rm(folder, { recursive: true, force: true });
  const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  say(`${MEGABYTES} MiB of stdout, best of 5`);
  say(`  plain ssh  ${ms(best.plain)} (with its connection)`);
  say(`  executor   ${ms(best.own)}; ratio ${(best.own / best.plain).toFixed(2)}; limit 2`);
  say(`  peak memory of this process ${mib(peak)}, before ${mib(before)}; limit 200 MiB`);
}

const located = await locateSshd();
if ('missing' in located) throw new Error(`no sshd: ${located.missing}`);
const sshd = await startSshd(located.found);
const clients = await Promise.all(Array.from({ length: 4 }, () => connect(sshd)));
const executor = createSshExecutor({
  host: '127.0.0.1',
  port: sshd.port,
  user: 'tester',
  credentials: () => ({ privateKey: new SecretValue(sshd.privateKey) }),
  hostKey: sshd.hostKey(),
});
try {
  await oneByOne(executor, clients[0]!);
  await inParallel(executor, clients);
  await bulk(executor, sshd);
} finally {
  for (const client of clients) client.end();
  await executor.close();
  await sshd.stop();
}
