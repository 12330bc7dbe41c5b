/** Commands over an open agent link on loopback, compared with the same commands run locally, in the same run. */
import { createLocalExecutor, type Executor } from '@synapse/runner';
import { startAgentRig } from '../test/agents/agent-rig.ts';
import { report } from './figure.ts';
import { median } from './times.ts';

const ROUNDS = 200;
const PARALLEL = 8;
const MEGABYTES = 100;

let count = 0;
async function exec(executor: Executor, script: string, onBytes: (count: number) => void = () => {}): Promise<number> {
  const start = performance.now();
  const outcome = await executor.run(
    { script, secrets: new Map(), cwd: '/', container: null, tag: `bench-${process.pid}-${++count}` },
    {
      output: { stdout: (chunk) => onBytes(chunk.length), stderr: () => {} },
      signal: AbortSignal.timeout(60_000),
      mayStart: () => Promise.resolve(),
      onStarted: () => {},
    },
  );
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0) throw new Error(JSON.stringify(outcome));
  return performance.now() - start;
}

const rig = await startAgentRig();
const local = createLocalExecutor();
const kinds = { local, agent: rig.executor };
try {
  const times: Record<keyof typeof kinds, number[]> = { local: [], agent: [] };
  for (let round = -10; round < ROUNDS; round++) {
    // In turn, so that a disturbance of the computer affects both.
    for (const [kind, executor] of Object.entries(kinds) as [keyof typeof kinds, Executor][]) {
      const took = await exec(executor, 'true');
      if (round >= 0) times[kind].push(took);
    }
  }
  const [own, link] = [median(times.local), median(times.agent)];
  report({ name: 'true, local, median', value: own, unit: 'ms' });
  report({ name: 'true, more by the agent, median', value: link - own, unit: 'ms', atMost: 3 });

  for (const [kind, executor] of Object.entries(kinds)) {
    const start = performance.now();
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        for (let round = 0; round < 25; round++) await exec(executor, 'true');
      }),
    );
    const value = (PARALLEL * 25 * 1000) / (performance.now() - start);
    report({ name: `true, ${PARALLEL} at once, ${kind}`, value, unit: '/s' });
  }

  for (const [kind, executor] of Object.entries(kinds)) {
    let best = 0;
    for (let round = 0; round < 4; round++) {
      let bytes = 0;
      const took = await exec(executor, `head -c ${MEGABYTES * 1e6} /dev/zero`, (more) => {
        bytes += more;
      });
      if (bytes !== MEGABYTES * 1e6) throw new Error(`${bytes} bytes arrived`);
      best = Math.max(best, MEGABYTES / (took / 1000));
    }
    const asked = kind === 'agent' ? { atLeast: 100 } : {};
    report({ name: `${MEGABYTES} MB of output, ${kind}, best of 4`, value: best, unit: 'MB/s', ...asked });
  }

  const flood = exec(rig.executor, 'head -c 500000000 /dev/zero');
  const meanwhile: number[] = [];
  for (let round = 0; round < 20; round++) meanwhile.push(await exec(rig.executor, 'true'));
  await flood;
  report({ name: 'true while another command prints 500 MB, median', value: median(meanwhile), unit: 'ms' });
} finally {
  await local.close();
  await rig.stop();
}
