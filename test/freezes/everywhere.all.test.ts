/**
 * A freeze on one of two instances, with twenty commands on ssh, container and agent machines: every tree dies. One round with
 * the bus and one without it. FREEZE_ROUNDS=20 makes it twenty of each, for a quiet computer: only then is the time asserted.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgentProcess, startAgent } from '../agents/agent-process.ts';
import type { ContainerEngine } from '../engines/container-engine.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { findDockerd, startDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import { pidsWithArgument } from '../engines/process-tree.ts';
import { locateSshd, type Sshd, startSshd } from '../engines/sshd.ts';
import { type Account, type Instance, startInstance } from '../instance.ts';
import { type Pair, startPair } from '../instances/pair.ts';
import { removeAtEnd } from '../left-behind.ts';

const ROUNDS = Number(process.env.FREEZE_ROUNDS ?? 1);
const COMMANDS = 20;
/** Of each: one in the foreground, one in the background, one in a session of its own. */
const PROCESSES = 3;
/** The rule. */
const WITHIN_MS = 2_000;

const MACHINES = ['host', 'engine', 'laptop'] as const;

const located = await locate('nats, docker and sshd', async () => {
  const sshd = await locateSshd();
  if ('missing' in sshd) throw new Error(sshd.missing);
  return { nats: await findNats(), docker: await findDockerd(), sshd: sshd.found };
});

describeEngine(located, 'a freeze over two instances', (roots) => {
  let pair: Pair;
  let sshd: Sshd;
  let engine: ContainerEngine;
  let agent: AgentProcess;
  let account: Account;
  /** Without NATS: what each knows of the other is in the database. */
  let deaf: Instance;
  beforeAll(async () => {
    [pair, sshd, engine] = await Promise.all([
      startPair(roots().nats, {
        SYNAPSE_LIMITS: 'machine=40,user=40',
        // Nobody is to lose a lease here, also where twenty commands at once keep a slow computer busy.
        SYNAPSE_INSTANCE_DEAD_SECONDS: '60',
      }),
      startSshd(roots().sshd),
      startDockerd(roots().docker),
    ]);
    await engine.startContainer('work', { command: ['/bin/sh', '-c', 'sleep 1000000 & wait'] });
    const { SYNAPSE_NATS_URL: _none, ...withoutBus } = pair.env;
    deaf = await startInstance(withoutBus);
    account = await pair.a.newUser();
    const { session } = account;
    await pair.a.call('PUT', '/synapse/secrets/KEY', { token: session, body: { value: sshd.privateKey } });
    const connection = { host: '127.0.0.1', port: sshd.port, user: 'root', key_secret: 'KEY' };
    await pair.a.created('/synapse/machines', session, { slug: 'host', kind: 'ssh', connection });
    await pair.a.created('/synapse/machines', session, {
      slug: 'engine',
      kind: 'docker',
      connection: { socket: engine.socket },
      containers: ['work'],
      default_container: 'work',
    });
    const { enrollment } = await pair.a.created<{ enrollment: { code: string } }>('/synapse/machines', session, {
      slug: 'laptop',
      kind: 'agent',
    });
    const home = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-freeze-agent-')));
    agent = startAgent({ url: pair.a.url, code: enrollment.code, home });
    await agent.says('connected to');
  });
  afterAll(async () => {
    await agent?.stop();
    await deaf?.remove();
    await pair?.stop();
    await engine?.stop();
    await sshd?.stop();
  });

  let marks = 6_100_000 + (process.pid % 10_000) * 100;

  /** Starts the twenty, freezes, and gives back how long the last of their processes lived from then on. */
  const round = async (instances: readonly Instance[], freezer: Instance, machines: readonly string[]) => {
    const mark = String(++marks);
    await pair.database.query("delete from windows where bucket like 'exec:%'");
    const command = `setsid sleep ${mark} & sleep ${mark} & sleep ${mark}`;
    const orders = Array.from({ length: COMMANDS }, (_, index) => {
      const machine = machines[index % machines.length]!;
      return instances[Math.floor(index / machines.length) % instances.length]!.call('POST', '/synapse/exec', {
        token: account.session,
        body: { machine, command, cwd: '/', timeout_seconds: 120 },
      });
    });
    await expect.poll(async () => (await pidsWithArgument(mark)).length).toBe(COMMANDS * PROCESSES);
    const begun = performance.now();
    const made = await freezer.call('POST', '/synapse/freeze', { token: account.session, body: {} });
    expect(made.status).toBe(201);
    await expect.poll(() => pidsWithArgument(mark), { interval: 20 }).toEqual([]);
    const ms = performance.now() - begun;
    for (const { status, body } of await Promise.all(orders)) {
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { status: 'cancelled', refusal: { code: 'frozen' } },
      });
    }
    const id = (made.body as { id: string }).id;
    expect((await freezer.call('DELETE', `/synapse/freeze/${id}`, { token: account.session })).status).toBe(204);
    return Math.round(ms);
  };
  const rounds = async (instances: readonly Instance[], freezer: Instance, machines: readonly string[]) => {
    const took: number[] = [];
    for (let index = 0; index < ROUNDS; index++) took.push(await round(instances, freezer, machines));
    if (ROUNDS === 1) return;
    process.stdout.write(`dead after (ms): ${took.toSorted((a, b) => a - b).join(' ')}\n`);
    expect(Math.max(...took), took.join(' ')).toBeLessThan(WITHIN_MS);
  };

  it('kills every tree of twenty commands', { timeout: ROUNDS * 240_000 }, () =>
    rounds([pair.a, pair.b], pair.b, MACHINES),
  );

  it('does so too where the bus tells nobody', { timeout: ROUNDS * 240_000 }, () =>
    rounds([pair.a, pair.b], deaf, MACHINES),
  );
});
