/**
 * `true` on ssh machines, sixteen at once for as long as it takes to run thousands of them, through `synapse_exec` of the
 * built server and through raw ssh2 channels on the same sshd, in turns.
 */
import { locateSshd, startSshd } from '../test/engines/sshd.ts';
import { report } from './figure.ts';
import { buildServer, startBuiltServer } from './service/built-server.ts';
import { connectRaw, rawExec } from './service/raw-ssh.ts';
import { createSshUsers } from './service/ssh-users.ts';
import { mean, median } from './times.ts';

const AT_ONCE = 16;
const COMMANDS = 800;
/** Programs become faster while they run: the first rounds do not count. */
const WARM_UP_ROUNDS = 3;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

const located = await locateSshd();
if ('missing' in located) throw new Error(`no sshd: ${located.missing}`);
buildServer();
const sshd = await startSshd(located.found);
const clients = await Promise.all(Array.from({ length: 4 }, () => connectRaw(sshd)));
const server = await startBuiltServer({
  env: { SYNAPSE_LIMITS: 'minute=10000,pro=10000000' },
  nodeOptions: process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [],
});

/** Commands a second. */
async function round(run: (lane: number) => Promise<unknown>): Promise<number> {
  let left = COMMANDS;
  const begun = performance.now();
  const lane = async (at: number): Promise<void> => {
    while (left-- > 0) await run(at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => lane(at)));
  return COMMANDS / ((performance.now() - begun) / 1000);
}

let calls = 0;
/** An address that calls too often is refused. */
const address = (): string => {
  const at = Math.floor(calls++ / 20);
  return `127.1.${Math.floor(at / 250)}.${at % 250}`;
};

try {
  const newUser = createSshUsers(server, sshd);
  // One of them may run eight at once.
  const users = [await newUser(), await newUser()] as const;
  const [raw, own, cpu]: [number[], number[], number[]] = [[], [], []];
  for (let at = -WARM_UP_ROUNDS; at < ROUNDS; at++) {
    const byRaw = await round((lane) => rawExec(clients[lane % clients.length]!, 'true'));
    const before = server.cpuMs();
    const byService = await round((lane) => users[lane % users.length]!.exec('true', address()));
    if (at < 0) continue;
    raw.push(byRaw);
    own.push(byService);
    cpu.push((server.cpuMs() - before) / COMMANDS);
  }
  report({ name: 'sustained, 16 at once, CPU of the server per command', value: mean(cpu), unit: 'ms', atMost: 2 });
  const share = (mean(cpu) * median(raw)) / 1000;
  report({ name: 'sustained, that CPU / the time of a raw command', value: share, unit: '×' });
  report({ name: 'sustained, 16 at once, raw channels', value: median(raw), unit: '/s' });
  report({ name: 'sustained, 16 at once, synapse_exec', value: median(own), unit: '/s' });
} finally {
  for (const client of clients) client.end();
  await server.stop();
  await sshd.stop();
}
