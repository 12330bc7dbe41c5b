/**
 * Commands over ssh: the executor compared with raw ssh2 channels and with the `ssh` program, on the same sshd in the
 * same run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Executor, SecretValue } from '@synapse/runner';
import type { Client } from 'ssh2';
import { createSshExecutor } from '../packages/server/src/executors/ssh/executor.ts';
import { locateSshd, type Sshd, startSshd } from '../test/engines/sshd.ts';
import { report } from './figure.ts';
import { connectRaw, plainSsh, rawExec } from './service/raw-ssh.ts';
import { mean, median, timed } from './times.ts';

const ROUNDS = 300;
const PARALLEL = 16;
const BATCHES = 25;
const MEGABYTES = 100;
/** The executor starts a shell for the next command afterwards. That must not slow down the other side. */
const REST_MS = 20;

let count = 0;
async function ownExec(executor: Executor, script: string, onBytes: (count: number) => void = () => {}): Promise<void> {
  const outcome = await executor.run(
    { script, secrets: new Map(), cwd: null, container: null, tag: `bench-${process.pid}-${++count}` },
    {
      output: { stdout: (chunk) => onBytes(chunk.length), stderr: () => {} },
      signal: AbortSignal.timeout(60_000),
      mayStart: () => Promise.resolve(),
      onStarted: () => {},
    },
  );
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0) throw new Error(JSON.stringify(outcome));
}

/** One after the other in turns, so that a disturbance affects both. */
async function oneByOne(executor: Executor, raw: Client): Promise<void> {
  const times = { raw: [] as number[], own: [] as number[] };
  for (let round = 0; round < ROUNDS + 20; round++) {
    const [first, second] = [await timed(() => rawExec(raw, 'true')), await timed(() => ownExec(executor, 'true'))];
    if (round < 20) continue;
    await sleep(REST_MS);
    times.raw.push(first);
    times.own.push(second);
  }
  const [a, b] = [median(times.raw), median(times.own)];
  report({ name: 'true, raw channel, p50', value: a, unit: 'ms' });
  report({ name: 'true, executor, p50', value: b, unit: 'ms', atMost: 1.5 * a + 3 });
}

async function inParallel(executor: Executor, clients: readonly Client[]): Promise<void> {
  const batch = (work: (index: number) => Promise<unknown>) =>
    timed(() => Promise.all(Array.from({ length: PARALLEL }, (_, index) => work(index))));
  const [raw, own]: [number[], number[]] = [[], []];
  await batch(() => ownExec(executor, 'true'));
  for (let round = 0; round < BATCHES; round++) {
    raw.push(await batch((index) => rawExec(clients[index % clients.length]!, 'true')));
    own.push(await batch(() => ownExec(executor, 'true')));
    await sleep(4 * REST_MS);
  }
  report({ name: `${PARALLEL} at once, raw channels, per command`, value: mean(raw) / PARALLEL, unit: 'ms' });
  report({
    name: `${PARALLEL} at once, executor / raw channels`,
    value: mean(own) / mean(raw),
    unit: '×',
    atMost: 1.5,
  });
}

async function bulk(executor: Executor, sshd: Sshd): Promise<void> {
  const script = `head -c ${MEGABYTES * 1_000_000} /dev/zero`;
  const plain = await plainSsh(sshd, script);
  const best = { plain: Number.POSITIVE_INFINITY, own: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 5; round++) {
    best.plain = Math.min(best.plain, await timed(plain.run));
    best.own = Math.min(best.own, await timed(() => ownExec(executor, script)));
  }
  await plain.stop();
  report({
    name: `${MEGABYTES} MB of stdout, executor / plain ssh`,
    value: best.own / best.plain,
    unit: '×',
    atMost: 2,
  });
}

const located = await locateSshd();
if ('missing' in located) throw new Error(`no sshd: ${located.missing}`);
const sshd = await startSshd(located.found);
const clients = await Promise.all(Array.from({ length: 4 }, () => connectRaw(sshd)));
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
