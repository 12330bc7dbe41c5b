/** Commands on an agent that is linked to another instance, compared with an agent linked here, in the same run. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Executor } from '@synapse/runner';
import pg from 'pg';
import { startAgent } from '../test/agents/agent-process.ts';
import { executorOf, newAgentMachine } from '../test/agents/agent-rig.ts';
import { findNats, startNats } from '../test/engines/nats.ts';
import { startPostgres } from '../test/engines/postgres.ts';
import { startInstance } from '../test/instance.ts';
import { startService } from '../test/service.ts';
import { report } from './figure.ts';
import { median } from './times.ts';

const ROUNDS = 100;
const MEGABYTES = 100;

let count = 0;
async function exec(executor: Executor, script: string, bytes = 0): Promise<number> {
  const start = performance.now();
  let seen = 0;
  const outcome = await executor.run(
    { script, secrets: new Map(), cwd: '/', container: null, tag: `bench-${process.pid}-${++count}` },
    {
      output: {
        stdout: (chunk) => {
          seen += chunk.length;
        },
        stderr: () => {},
      },
      signal: AbortSignal.timeout(120_000),
      mayStart: () => Promise.resolve(),
      onStarted: () => {},
    },
  );
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0 || seen !== bytes) throw new Error(JSON.stringify(outcome));
  return performance.now() - start;
}

/** Of the process, in its own code and in the system's. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const postgres = await startPostgres();
const admin = new pg.Client({ connectionString: `${postgres.url}/postgres` });
await admin.connect();
await admin.query('create database bench');
await admin.end();
const nats = await startNats(await findNats());
const env = {
  SYNAPSE_DATABASE_URL: `${postgres.url}/bench`,
  SYNAPSE_NATS_URL: nats.url,
  SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64'),
};
const other = await startInstance(env);
const here = await startService(env);
try {
  const session = await here.login();
  const linked = async (slug: string, url: string) => {
    const { code } = await newAgentMachine(here, session, slug);
    const agent = startAgent({ url, code });
    await agent.says('connected to');
    return { agent, executor: await executorOf(here, session, slug) };
  };
  const kinds = { 'own link': await linked('near', here.url), 'by another instance': await linked('far', other.url) };
  const times: Record<string, number[]> = { 'own link': [], 'by another instance': [] };
  for (let round = -10; round < ROUNDS; round++) {
    // In turn, so that a disturbance of the computer affects both.
    for (const [kind, { executor }] of Object.entries(kinds)) {
      const took = await exec(executor, 'true');
      if (round >= 0) times[kind]!.push(took);
    }
  }
  const [own, relayed] = [median(times['own link']!), median(times['by another instance']!)];
  report({ name: 'true, own link, median', value: own, unit: 'ms' });
  report({ name: 'true, more by another instance, median', value: relayed - own, unit: 'ms' });
  for (const [kind, { executor }] of Object.entries(kinds)) {
    let best = 0;
    const before = cpuSeconds(other.child.pid!);
    for (let round = 0; round < 3; round++) {
      const took = await exec(executor, `head -c ${MEGABYTES * 1e6} /dev/zero`, MEGABYTES * 1e6);
      best = Math.max(best, MEGABYTES / (took / 1000));
    }
    const asked = kind === 'own link' ? {} : { atLeast: 40 };
    report({ name: `${MEGABYTES} MB of output, ${kind}, best of 3`, value: best, unit: 'MB/s', ...asked });
    if (kind === 'own link') continue;
    const holder = (cpuSeconds(other.child.pid!) - before) / 3;
    report({ name: `${MEGABYTES} MB of output, processor of the instance in between`, value: holder, unit: 's' });
  }
  for (const { agent } of Object.values(kinds)) await agent.stop();
} finally {
  await here.stop();
  await other.remove();
  await nats.stop();
  postgres.stop();
}
