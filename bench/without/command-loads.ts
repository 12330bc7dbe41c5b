/** Commands: over ssh one by one and many at once, and those that print little or much. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { locateSshd, type Sshd, startSshd } from '../../test/engines/sshd.ts';
import { type BuiltServer, bearer } from '../service/built-server.ts';
import { createSshUsers, type SshUser } from '../service/ssh-users.ts';
import { median, timed } from '../times.ts';
import { type Figures, type Load, measured } from './load.ts';

/** A user may run 30 commands a minute: each round has users of its own. */
const ONE_BY_ONE = 24;
const AT_ONCE = 8;
const MEGABYTES = 40;
const OUTPUTS = 3;
const LONG_BYTES = 6_000_000;
/** What is done after an answer, for the next command, has its time. */
const REST_MS = 40;
const LINE = '2026-03-01T10:20:07.103Z INFO http.server request GET /api/v1/users/17/orders status=200 duration=12ms';

const print = (bytes: number): string => `yes '${LINE}' | head -c ${bytes}`;
const many = (count: number, work: (index: number) => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

let sshd: Sshd | undefined;

async function sharedSshd(): Promise<Sshd> {
  if (sshd !== undefined) return sshd;
  const located = await locateSshd();
  if ('missing' in located) throw new Error(`no sshd: ${located.missing}`);
  sshd = await startSshd(located.found);
  return sshd;
}

export async function stopSshd(): Promise<void> {
  await sshd?.stop();
  sshd = undefined;
}

function overSsh(round: (server: BuiltServer, newUser: () => Promise<SshUser>) => Promise<Figures>): Load {
  return async (start) => {
    const server = await start();
    const newUser = createSshUsers(server, await sharedSshd());
    return { round: () => round(server, newUser), stop: () => server.stop() };
  };
}

/** Rests between commands are no part of the time; what is done in them is a part of the CPU. */
async function oneByOne(server: BuiltServer, exec: () => Promise<unknown>): Promise<Figures> {
  const times: number[] = [];
  const figures = await measured(server, ONE_BY_ONE, async () => {
    for (let command = 0; command < ONE_BY_ONE; command++) {
      times.push(await timed(exec));
      await sleep(REST_MS);
    }
  });
  return { ...figures, time: median(times) };
}

export const sshOneByOne = overSsh(async (server, newUser) => {
  const user = await newUser();
  for (let command = 0; command < 4; command++) await user.exec('true');
  return oneByOne(server, () => user.exec('true'));
});

export const sshCommands = overSsh(async (server, newUser) => {
  const pair = [await newUser(), await newUser()] as const;
  const batch = () => many(2 * AT_ONCE, (at) => pair[at % 2]!.exec('true'));
  await batch();
  await sleep(4 * REST_MS);
  const times: number[] = [];
  const figures = await measured(server, 4 * AT_ONCE, async () => {
    times.push(await timed(batch));
    // No shell waits for these: there was no time to start any.
    times.push(await timed(batch));
    await sleep(4 * REST_MS);
  });
  return { ...figures, time: times[0]! / 2 / AT_ONCE, 'time, right after': times[1]! / 2 / AT_ONCE };
});

export const sshOutput = overSsh(async (server, newUser) => {
  const user = await newUser();
  await user.exec('true');
  const command = print(MEGABYTES * 1_000_000);
  return measured(server, OUTPUTS * MEGABYTES, async () => {
    for (let output = 0; output < OUTPUTS; output++) await user.exec(command);
  });
});

type Exec = (command: string, raw: boolean) => Promise<unknown>;

async function localUser(server: BuiltServer): Promise<Exec & { readonly token: string }> {
  const { session, token } = await server.newUser('pro');
  const send = (path: string, json: unknown) => server.call('POST', path, { headers: bearer(session), json });
  await send('/synapse/machines', { slug: 'here', kind: 'local' });
  await server.tool(token, 'synapse_put_secret', { name: 'TOKEN', value: 'something that is printed nowhere' });
  const exec = (command: string, raw: boolean) =>
    send('/synapse/exec', { machine: 'here', command, raw, timeout_seconds: 60 });
  return Object.assign(exec, { token });
}

function onThisHost(round: (server: BuiltServer) => Promise<Figures>): Load {
  return async (start) => {
    const server = await start({ env: { SYNAPSE_ALLOW_LOCAL: 'all' } });
    return { round: () => round(server), stop: () => server.stop() };
  };
}

export const shortOutputs = onThisHost(async (server) => {
  const exec = await localUser(server);
  for (let command = 0; command < 4; command++) await exec(print(4_000), false);
  return oneByOne(server, () => exec(print(4_000), false));
});

/** Long outputs are written to the disk, and calls are counted; somebody else asks how the service does. */
export const longOutputs = onThisHost(async (server) => {
  const users = [await localUser(server), await localUser(server)] as const;
  const other = fork(join(import.meta.dirname, '..', 'service', 'look-on.ts'), [String(server.port)], { execArgv: [] });
  await once(other, 'message');
  const figures = await measured(server, 2 * AT_ONCE, () =>
    Promise.all([
      many(2 * AT_ONCE, (at) => users[at % 2]!(print(LONG_BYTES), true)),
      many(240, (at) => server.tool(users[at % 2]!.token, 'synapse_list_machines', {}, `10.0.1.${at % 8}`)),
    ]),
  );
  const said = once(other, 'message');
  other.send('over');
  const [longest] = (await said) as [number];
  return { ...figures, 'longest wait of another': longest };
});
