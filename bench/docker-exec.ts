/**
 * `true` in a container: our executor through the engine's API, compared with `docker exec` by Docker's own program, on
 * the same dockerd, in turns. Ours must be the faster one. Usage: node bench/docker-exec.ts [rounds]
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDockerExecutor } from '../packages/server/src/executors/docker/executor.ts';
import { findDockerd, startDockerd } from '../test/engines/dockerd.ts';
import { report } from './figure.ts';
import { median, timed } from './times.ts';

const rounds = Number(process.argv[2] ?? 60);
const WARM_UP = 5;
const run = promisify(execFile);

const engine = await startDockerd(await findDockerd());
const executor = createDockerExecutor({ connection: { socket: engine.socket } });

async function byExecutor(): Promise<void> {
  const outcome = await executor.run(
    { script: 'true', secrets: new Map(), cwd: null, container: 'bench', tag: `bench-${randomUUID()}` },
    {
      output: { stdout: () => undefined, stderr: () => undefined },
      signal: AbortSignal.timeout(30_000),
      mayStart: () => Promise.resolve(),
      onStarted: () => undefined,
    },
  );
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0) throw new Error(JSON.stringify(outcome));
}

const byProgram = () => run(join(engine.bin, 'docker'), ['exec', 'bench', '/bin/sh', '-c', 'true']);

try {
  await engine.startContainer('bench');
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < rounds; round++) {
    const [a, b] = [await timed(byExecutor), await timed(byProgram)];
    if (round >= 0) {
      ours.push(a);
      theirs.push(b);
    }
  }
  report({ name: 'true, executor, p50', value: median(ours), unit: 'ms' });
  report({ name: 'true, docker exec, p50', value: median(theirs), unit: 'ms' });
  report({ name: 'true, executor / docker exec', value: median(ours) / median(theirs), unit: '×', atMost: 1 });
} finally {
  await executor.close();
  await engine.stop();
}
