/**
 * What a policy adds to `true` on an ssh machine with an open connection, through `synapse_exec` of the built server:
 * two users in turns, one without a policy and one with a policy of thirty rules that judges every command. And what it
 * takes to find out that there is no policy, by itself: too little to be seen in the time of a command.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { migrate } from '../packages/server/src/db/migrate.ts';
import { openDatabase } from '../packages/server/src/db/open.ts';
import { personalWorkspaceId } from '../packages/server/src/ids.ts';
import { createPoliciesOf } from '../packages/server/src/policy/compiled-policies.ts';
import { readInForce } from '../packages/server/src/policy/index.ts';
import { createJudge, type JudgedOrder } from '../packages/server/src/policy/judge-order.ts';
import { locateSshd, startSshd } from '../test/engines/sshd.ts';
import { report } from './figure.ts';
import { buildServer, startBuiltServer } from './service/built-server.ts';
import { createSshUsers } from './service/ssh-users.ts';
import { quantile, timed } from './times.ts';

/** A user may run 30 commands a minute. After this many, the next pair takes over. */
const WARM_UP = 4;
const ROUNDS_PER_PAIR = 24;
const PAIRS = 10;
const REST_MS = 40;

const POLICY = [
  'version: 1',
  'default: open',
  'rules:',
  ...Array.from({ length: 30 }, (_, at) => [
    `  - name: rule ${at}`,
    `    when: { machine: "b*", program: [tool-${at}, other-${at}], effect: change, path: "/srv/app-${at}/**" }`,
    '    then: deny',
  ]).flat(),
].join('\n');

/** What a command without a policy pays for there being policies, in milliseconds. */
async function stepAlone(times = 20_000): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'synapse-bench-'));
  const database = openDatabase({ databaseUrl: null, dataDir });
  try {
    await migrate(database);
    const { judge } = createJudge(createPoliciesOf(database.queries), pino({ level: 'silent' }), {
      judge: () => Promise.reject(new Error('there is nothing to judge')),
      decide: () => Promise.reject(new Error('there is nothing to decide')),
    });
    const step = async (): Promise<void> => {
      const inForce = await readInForce(database.queries, personalWorkspaceId('nobody'));
      if ((await judge({ inForce, requestId: '' } as JudgedOrder)) !== null) throw new Error('there is a policy');
    };
    for (let warm = 0; warm < times / 10; warm++) await step();
    const begun = performance.now();
    for (let each = 0; each < times; each++) await step();
    return (performance.now() - begun) / times;
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const located = await locateSshd();
if ('missing' in located) throw new Error(`no sshd: ${located.missing}`);
buildServer();
const sshd = await startSshd(located.found);
const server = await startBuiltServer();
try {
  const newUser = createSshUsers(server, sshd);
  const [without, judged]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < PAIRS; pair++) {
    const [plain, careful] = [await newUser(), await newUser()];
    await careful.putPolicy(POLICY);
    const turns = [[plain, without] as const, [careful, judged] as const];
    for (let round = 0; round < WARM_UP + ROUNDS_PER_PAIR; round++) {
      // Each goes first as often as the other: right after a command the service prepares a shell for the next one.
      for (const [user, times] of round % 2 === 0 ? turns : turns.toReversed()) {
        const ms = await timed(() => user.exec('true'));
        if (round >= WARM_UP) times.push(ms);
        await sleep(REST_MS);
      }
    }
  }
  const [a, b] = [quantile(without, 0.5), quantile(judged, 0.5)];
  report({ name: 'true, without a policy, p50', value: a, unit: 'ms' });
  report({ name: 'true, judged by thirty rules, p50', value: b, unit: 'ms' });
  report({ name: 'true, judged / without a policy, p50', value: b / a, unit: '×', atMost: 1.05 });
  const step = await stepAlone();
  report({ name: 'finding out that there is no policy', value: step * 1000, unit: 'µs' });
  report({ name: 'finding that out / true without a policy', value: (100 * step) / a, unit: '%', atMost: 2 });
} finally {
  await server.stop();
  await sshd.stop();
}
