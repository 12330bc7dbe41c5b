/** Shells of the service's own host that were started before their command came. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createLocalExecutor, type Executor } from '@synapse/runner';
import { expect, it, onTestFinished } from 'vitest';
import { descendants, pidsWithEnvironment, signalAll } from '../engines/process-tree.ts';
import { run, startUntil } from './run-command.ts';

/** Unless said, a shell waits longer than any computer stands still. */
const newExecutor = (shellWaitsMs = 600_000): Executor => {
  const executor = createLocalExecutor({ shellWaitsMs });
  onTestFinished(() => executor.close());
  return executor;
};
/** Shells below this process that have nothing to do yet, or no more: those of this executor, as there is no other. */
const shells = () => descendants(process.pid, /__synapse_b/);
const expectOne = async (executor: Executor): Promise<number> => {
  executor.expect!();
  await expect.poll(async () => (await shells()).length).toBe(1);
  return (await shells())[0]!;
};

it('is the shell of the next command, and of that one alone', async () => {
  const executor = newExecutor();
  const early = await expectOne(executor);
  const first = await run(executor, 'echo $$; exit 7', { cwd: '/usr' });
  expect(first).toMatchObject({ text: `${early}\n`, outcome: { kind: 'exited', exitCode: 7 }, started: 1 });
  const second = await run(executor, 'echo $$');
  expect(second.text).not.toBe(first.text);
  await expect.poll(shells).toEqual([]);
});

it('runs nothing before the command may start', async () => {
  const executor = newExecutor();
  await expectOne(executor);
  await expect(run(executor, 'echo ran', { mayStart: Promise.reject(new Error('disk full')) })).rejects.toThrow(
    'disk full',
  );
  expect((await run(executor, 'echo next')).text).toBe('next\n');
  await expect.poll(shells).toEqual([]);
});

it('is watched by the tag of its command, which it did not know when it was started', async () => {
  const executor = newExecutor();
  await expectOne(executor);
  const cut = new AbortController();
  // Neither its parent, its group, its session nor its mark leads to it.
  const away = 'setsid sh -c "ulimit -m 1000; sleep 300 & echo away"';
  const running = await startUntil(executor, 'away', `${away}; echo; sleep 300`, { signal: cut.signal });
  const left = () => pidsWithEnvironment(`SYNAPSE_EXECUTION=${running.tag}`);
  await expect.poll(async () => (await left()).length).toBeGreaterThan(1);
  cut.abort();
  expect((await running.done).outcome).toEqual({ kind: 'killed' });
  await expect.poll(left).toEqual([]);
});

it('leaves neither itself nor its tag to its watchdog or to a later command', async () => {
  const executor = newExecutor();
  await expectOne(executor);
  const seen = await run(executor, 'set | grep -c "^tag=" ; echo "$#"; env | grep -c SYNAPSE_EXECUTION');
  expect(seen.text).toBe('0\n0\n1\n');
});

it('is replaced where it died while it waited', async () => {
  const executor = newExecutor();
  const early = await expectOne(executor);
  signalAll([early], 'SIGKILL');
  await expect.poll(() => existsSync(`/proc/${early}`)).toBe(false);
  const ran = await run(executor, 'echo $$');
  expect(ran).toMatchObject({ outcome: { kind: 'exited', exitCode: 0 }, started: 1 });
  expect(ran.text).not.toBe(`${early}\n`);
});

it('is let go of when no command comes', async () => {
  // Long enough to be seen on a busy computer.
  const executor = newExecutor(5_000);
  executor.expect!();
  let most = 0;
  const came = async () => {
    const { length } = await shells();
    most = Math.max(most, length);
    return most > 0 && length === 0;
  };
  await expect
    .poll(async () => {
      if (most === 0) executor.expect!();
      return came();
    })
    .toBe(true);
  expect((await run(executor, 'echo after')).text).toBe('after\n');
});

it('is let go of when the executor is closed', async () => {
  const executor = newExecutor();
  await expectOne(executor);
  await executor.close();
  await expect.poll(shells).toEqual([]);
  executor.expect!();
  expect((await run(executor, 'echo after')).text).toBe('after\n');
  await expect.poll(shells).toEqual([]);
});

it('is one of eight at most', async () => {
  const executor = newExecutor();
  for (let asked = 0; asked < 30; asked++) executor.expect!();
  await expect.poll(async () => (await shells()).length).toBe(8);
  for (let asked = 0; asked < 30; asked++) executor.expect!();
  // Those that were asked for now would have been started before the shell of this command.
  await run(executor, 'true');
  expect((await shells()).length).toBeLessThanOrEqual(8);
});

it('does not outlive a service that is killed', async () => {
  const program = [
    `const { createLocalExecutor } = await import('@synapse/runner');`,
    'createLocalExecutor({ shellWaitsMs: 600_000 }).expect();',
    'setInterval(() => undefined, 1_000);',
  ].join('\n');
  const service = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  onTestFinished(() => void service.kill('SIGKILL'));
  let waiting: number[] = [];
  const found = async () => {
    waiting = await descendants(service.pid!, /__synapse_b/);
    return waiting.length;
  };
  await expect.poll(found).toBe(1);
  service.kill('SIGKILL');
  await expect.poll(() => waiting.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
});
