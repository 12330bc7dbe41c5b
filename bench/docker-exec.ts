/**
 * `true` in a container: our executor by the engine's API beside `docker exec` by Docker's own program, on the same
 * dockerd, in turns. Exits with 1 when ours is not the faster one.
 * Usage: node bench/docker-exec.ts [rounds]
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDockerExecutor } from '../packages/server/src/exec/executors/docker.ts';
import { findDockerd, startDockerd } from '../test/engines/dockerd.ts';

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
      cleared: Promise.resolve(),
      onStarted: () => undefined,
    },
  );
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0) throw new Error(JSON.stringify(outcome));
}

const byProgram = () => run(join(engine.bin, 'docker'), ['exec', 'bench', '/bin/sh', '-c', 'true']);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const percentile = (times: readonly number[], part: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]!;

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
  const line = (name: string, times: readonly number[]) =>
    `${name.padEnd(24)} p50 ${percentile(times, 0.5).toFixed(1)} ms  p95 ${percentile(times, 0.95).toFixed(1)} ms\n`;
  const ratio = percentile(ours, 0.5) / percentile(theirs, 0.5);
  process.stdout.write(line('executor', ours) + line('docker exec', theirs));
  process.stdout.write(`executor / docker exec: ${ratio.toFixed(2)} (must be below 1), ${rounds} rounds\n`);
  if (!(ratio < 1)) process.exitCode = 1;
} finally {
  await executor.close();
  await engine.stop();
}
