/**
 * `true` on a warm ssh machine through `synapse_exec` of the built server, beside raw warm ssh2 channels on the same
 * sshd in the same run; then a hundred megabytes of output beside the `ssh` program.
 */
import { locateSshd, startSshd } from '../test/engines/sshd.ts';
import { report } from './figure.ts';
import { buildServer, startBuiltServer } from './service/built-server.ts';
import { connectRaw, plainSsh, rawExec } from './service/raw-ssh.ts';
import { createSshUsers, type SshUser } from './service/ssh-users.ts';
import { mean, quantile, timed } from './times.ts';

/** A user may run 30 commands a minute: so many, and the next user takes over. */
const WARM_UP = 4;
const ROUNDS_PER_USER = 24;
const USERS = 10;
/** Two users with their own machine, each at the default of eight commands at once. */
const AT_ONCE = 8;
const PAIRS = 8;
const BATCHES_PER_PAIR = 2;
const MEGABYTES = 100;
const BULK_ROUNDS = 5;

const located = await locateSshd();
if ('missing' in located) throw new Error(`no sshd: ${located.missing}`);
buildServer();
const sshd = await startSshd(located.found);
const server = await startBuiltServer();
const newUser = createSshUsers(server, sshd);
const clients = await Promise.all(Array.from({ length: 4 }, () => connectRaw(sshd)));

/** In turns, so that a disturbance meets both. */
async function oneByOne(): Promise<void> {
  const [raw, own]: [number[], number[]] = [[], []];
  for (let index = 0; index < USERS; index++) {
    const user = await newUser();
    for (let round = 0; round < WARM_UP; round++) await user.exec('true');
    for (let round = 0; round < ROUNDS_PER_USER; round++) {
      raw.push(await timed(() => rawExec(clients[0]!, 'true')));
      own.push(await timed(() => user.exec('true')));
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

async function sixteenAtOnce(): Promise<void> {
  const [raw, own]: [number[], number[]] = [[], []];
  const batch = (work: (index: number) => Promise<unknown>) =>
    timed(() => Promise.all(Array.from({ length: 2 * AT_ONCE }, (_, index) => work(index))));
  for (let index = 0; index < PAIRS; index++) {
    const pair = [await newUser(), await newUser()] as const;
    const byService = () => batch((at) => pair[at % 2]!.exec('true'));
    await byService();
    for (let round = 0; round < BATCHES_PER_PAIR; round++) {
      raw.push(await batch((at) => rawExec(clients[at % clients.length]!, 'true')));
      own.push(await byService());
    }
  }
  report({ name: '16 at once, raw channels, per command', value: mean(raw) / 2 / AT_ONCE, unit: 'ms' });
  report({ name: '16 at once, synapse_exec / raw channels', value: mean(own) / mean(raw), unit: '×', atMost: 1.5 });
}

async function muchOutput(): Promise<void> {
  const user: SshUser = await newUser();
  await user.exec('true');
  const line = '2026-03-01T10:20:07.103Z INFO http.server request GET /api/v1/users/17/orders status=200 duration=12ms';
  const command = `yes '${line}' | head -c ${MEGABYTES * 1_000_000}`;
  const plain = await plainSsh(sshd, command);
  const best = { plain: Number.POSITIVE_INFINITY, own: Number.POSITIVE_INFINITY };
  for (let round = 0; round < BULK_ROUNDS; round++) {
    best.plain = Math.min(best.plain, await timed(plain.run));
    best.own = Math.min(best.own, await timed(() => user.exec(command)));
  }
  await plain.stop();
  report({ name: `${MEGABYTES} MB of stdout, plain ssh`, value: best.plain, unit: 'ms' });
  report({ name: `${MEGABYTES} MB of stdout, synapse_exec / ssh`, value: best.own / best.plain, unit: '×', atMost: 2 });
  report({ name: 'memory of the server, most so far', value: server.memory().peak, unit: 'MiB', atMost: 200 });
}

try {
  await oneByOne();
  await sixteenAtOnce();
  await muchOutput();
} finally {
  for (const client of clients) client.end();
  await server.stop();
  await sshd.stop();
}
