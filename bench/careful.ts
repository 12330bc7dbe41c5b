/**
 * What the sandbox adds to a read over ssh, through `synapse_exec` of the built server: two users in turns, one whose
 * policy lets everything pass and one under `careful`, whose reads run in the sandbox of the machine. Which one that
 * is, is found out before the first round.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { locateSshd, startSshd } from '../test/engines/sshd.ts';
import { report } from './figure.ts';
import { buildServer, startBuiltServer } from './service/built-server.ts';
import { createSshUsers } from './service/ssh-users.ts';
import { quantile, timed } from './times.ts';

/** A user may run 30 commands a minute. After this many, the next pair takes over. */
const WARM_UP = 4;
const ROUNDS_PER_PAIR = 24;
const PAIRS = 8;
const REST_MS = 40;
const READ = 'cat /etc/hostname';

const located = await locateSshd();
if ('missing' in located) throw new Error(`no sshd: ${located.missing}`);
buildServer();
const sshd = await startSshd(located.found);
const server = await startBuiltServer();
try {
  const newUser = createSshUsers(server, sshd);
  const [plainly, sandboxed]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < PAIRS; pair++) {
    const [open, careful] = [await newUser(), await newUser()];
    await open.putPolicy('version: 1\ndefault: open\n');
    await careful.putPolicy('version: 1\ndefault: careful\n');
    const turns = [[open, plainly] as const, [careful, sandboxed] as const];
    for (let round = 0; round < WARM_UP + ROUNDS_PER_PAIR; round++) {
      // Each goes first as often as the other: right after a command the service prepares a shell for the next one.
      for (const [user, times] of round % 2 === 0 ? turns : turns.toReversed()) {
        const ms = await timed(() => user.exec(READ));
        if (round >= WARM_UP) times.push(ms);
        await sleep(REST_MS);
      }
    }
    if (pair === 0) {
      const [enforced] = await careful.sandboxes();
      if (enforced === null) throw new Error('the read did not run in a sandbox');
      process.stdout.write(`the sandbox: ${enforced}\n`);
    }
  }
  const [a, b] = [quantile(plainly, 0.5), quantile(sandboxed, 0.5)];
  report({ name: 'a read, policy open, p50', value: a, unit: 'ms' });
  report({ name: 'a read, sandboxed under careful, p50', value: b, unit: 'ms' });
  report({ name: 'the sandbox adds', value: b - a, unit: 'ms', atMost: 15 });
} finally {
  await server.stop();
  await sshd.stop();
}
