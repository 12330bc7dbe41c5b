/** What looking adds to `true` on the service's own host, per mechanism: the same executor with and without, in turns. */
import { confine, createLocalExecutor, findSandbox, mechanismOf } from '@synapse/runner';
import { findBubblewrap } from '../test/engines/bubblewrap.ts';
import { run } from '../test/executors/run-command.ts';
import { report } from './figure.ts';
import { median, timed } from './times.ts';

const WARM_UP = 5;
const ROUNDS = 60;

const executor = createLocalExecutor({ environment: { PATH: `${await findBubblewrap()}:${process.env.PATH}` } });
for (const name of ['bubblewrap', 'user-namespaces', 'landlock'] as const) {
  const mechanism = mechanismOf(name);
  const signal = AbortSignal.timeout(30_000);
  const { sandbox, system, missing } = await findSandbox(executor, {
    container: null,
    signal,
    mechanisms: [mechanism],
  });
  if (sandbox === null || system === null) throw new Error(JSON.stringify(missing));
  const confined = confine(executor, { mechanism, system }, 'here', () => undefined);
  const [bare, looking]: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const [a, b] = [await timed(() => run(executor, 'true')), await timed(() => run(confined, 'true'))];
    if (round < WARM_UP) continue;
    bare.push(a);
    looking.push(b);
  }
  report({ name: `true, p50, beside ${name}`, value: median(bare), unit: 'ms' });
  report({ name: `${name} adds to it`, value: median(looking) - median(bare), unit: 'ms', atMost: 15 });
}
await executor.close();
