/**
 * `true` on an ssh machine with an open connection, through `synapse_exec` of the built server, compared with raw ssh2
 * channels on the same sshd in the same run; then a hundred megabytes of output compared with the `ssh` program, and a
 * gigabyte.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { locateSshd, startSshd } from '../test/engines/sshd.ts';
import { report } from './figure.ts';
import { type BuiltServer, buildServer, startBuiltServer } from './service/built-server.ts';
import { connectRaw, plainSsh, rawExec } from './service/raw-ssh.ts';
import { createSshUsers, type SshUser } from './service/ssh-users.ts';
import { mean, median, quantile, timed } from './times.ts';

/** A user may run 30 commands a minute. After this many, the next user takes over. */
const WARM_UP = 4;
const ROUNDS_PER_USER = 24;
const USERS = 10;
/** Two users with their own machine, each with the default of eight commands at once. */
const AT_ONCE = 8;
/** Both programs become faster while they run, so the first pairs, some three hundred commands, do not count. */
const WARM_UP_PAIRS = 6;
const PAIRS = 18;
const MEGABYTES = 100;
const BULK_ROUNDS = 5;
const GIGABYTE = 1_000;
/** The service starts a shell for the next command after an answer. That must not slow down the other side. */
const REST_MS = 40;

const located = await locateSshd();
if ('missing' in located) throw new Error(`no sshd: ${located.missing}`);
buildServer();
const sshd = await startSshd(located.found);
const clients = await Promise.all(Array.from({ length: 4 }, () => connectRaw(sshd)));

type NewUser = () => Promise<SshUser>;

/** In turns, so that a disturbance affects both. */
async function oneByOne(newUser: NewUser): Promise<void> {
  const [raw, own]: [number[], number[]] = [[], []];
  for (let index = 0; index < USERS; index++) {
    const user = await newUser();
    for (let round = 0; round < WARM_UP; round++) await user.exec('true');
    for (let round = 0; round < ROUNDS_PER_USER; round++) {
      raw.push(await timed(() => rawExec(clients[0]!, 'true')));
      own.push(await timed(() => user.exec('true')));
      await sleep(REST_MS);
    }
  }
  const [a, b] = [quantile(raw, 0.5), quantile(own, 0.5)];
  report({ name: 'true, raw channel, p50', value: a, unit: 'ms' });
  report({ name: 'true, synapse_exec, p50', value: b, unit: 'ms', atMost: 1.5 * a + 3 });
  report({
    name: 'true, synapse_exec / raw channel, p99',
    value: quantile(own, 0.99) / quantile(raw, 0.99),
    unit: '×',
  });
}

/** The median of the batches on both sides, because one in ten takes three times as long for other reasons. */
async function sixteenAtOnce(server: BuiltServer, newUser: NewUser): Promise<void> {
  const [raw, own, again, cpu]: [number[], number[], number[], number[]] = [[], [], [], []];
  const batch = (work: (index: number) => Promise<unknown>) =>
    timed(() => Promise.all(Array.from({ length: 2 * AT_ONCE }, (_, index) => work(index))));
  for (let index = 0; index < WARM_UP_PAIRS + PAIRS; index++) {
    if (index === WARM_UP_PAIRS) raw.length = own.length = again.length = cpu.length = 0;
    const pair = [await newUser(), await newUser()] as const;
    const byService = () => batch((at) => pair[at % 2]!.exec('true'));
    await byService();
    await sleep(4 * REST_MS);
    const before = server.cpuMs();
    raw.push(await batch((at) => rawExec(clients[at % clients.length]!, 'true')));
    own.push(await byService());
    // No waiting shell exists for these, because there was no time to start one.
    again.push(await byService());
    await sleep(4 * REST_MS);
    cpu.push((server.cpuMs() - before) / 4 / AT_ONCE);
  }
  // Work between the batches counts too.
  report({ name: '16 at once, CPU of the server per command, rests included', value: mean(cpu), unit: 'ms' });
  report({ name: '16 at once, raw channels, per command', value: median(raw) / 2 / AT_ONCE, unit: 'ms' });
  report({ name: '16 at once, synapse_exec / raw channels', value: median(own) / median(raw), unit: '×', atMost: 1.5 });
  report({ name: '16 right after those 16, synapse_exec / raw', value: median(again) / median(raw), unit: '×' });
}

/** On a server of its own, so that its memory is for this output alone. */
async function muchOutput(server: BuiltServer, newUser: NewUser): Promise<void> {
  const user = await newUser();
  await user.exec('true');
  report({ name: 'memory of the server before', value: server.memory().now, unit: 'MiB' });
  const line = '2026-03-01T10:20:07.103Z INFO http.server request GET /api/v1/users/17/orders status=200 duration=12ms';
  const print = (megabytes: number) => `yes '${line}' | head -c ${megabytes * 1_000_000}`;
  const command = print(MEGABYTES);
  const plain = await plainSsh(sshd, command);
  const best = { plain: Number.POSITIVE_INFINITY, own: Number.POSITIVE_INFINITY };
  for (let round = 0; round < BULK_ROUNDS; round++) {
    best.plain = Math.min(best.plain, await timed(plain.run));
    best.own = Math.min(best.own, await timed(() => user.exec(command)));
  }
  await plain.stop();
  report({ name: `${MEGABYTES} MB of stdout, plain ssh`, value: best.plain, unit: 'ms' });
  report({ name: `${MEGABYTES} MB of stdout, synapse_exec / ssh`, value: best.own / best.plain, unit: '×', atMost: 2 });
  const most = (megabytes: number, value: number) =>
    report({ name: `memory of the server, at most, ${megabytes} MB of stdout`, value, unit: 'MiB', atMost: 200 });
  most(MEGABYTES, server.memory().peak);
  const seconds = (await timed(() => user.exec(print(GIGABYTE)))) / 1000;
  report({ name: `${GIGABYTE} MB of stdout, synapse_exec`, value: GIGABYTE / seconds, unit: 'MB/s' });
  most(GIGABYTE, server.memory().peak);
}

async function withServer(work: (server: BuiltServer, newUser: NewUser) => Promise<void>): Promise<void> {
  const server = await startBuiltServer();
  await work(server, createSshUsers(server, sshd)).finally(() => server.stop());
}

try {
  await withServer(async (server, newUser) => {
    await oneByOne(newUser);
    await sixteenAtOnce(server, newUser);
  });
  await withServer(muchOutput);
} finally {
  for (const client of clients) client.end();
  await sshd.stop();
}
