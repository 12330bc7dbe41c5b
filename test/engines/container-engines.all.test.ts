/** The container engines of the tests themselves: both APIs work, and nothing stays behind. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { ContainerEngine } from './container-engine.ts';
import { describeEngine } from './describe-engine.ts';
import { findDockerd, startDockerd } from './dockerd.ts';
import { locate } from './engines.ts';
import { findPodman, startPodman } from './podman.ts';
import { isGone } from './supervise.ts';

const run = promisify(execFile);

async function leftovers(folder: string): Promise<string[]> {
  const left: string[] = [];
  for (const pid of await readdir('/proc')) {
    const cmdline = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (cmdline.includes(folder)) left.push(`process ${pid}: ${cmdline}`);
  }
  for (const line of (await readFile('/proc/self/mountinfo', 'utf8')).split('\n')) {
    if (line.includes(folder)) left.push(`mount ${line}`);
  }
  await access(folder).then(
    () => left.push(`folder ${folder}`),
    () => undefined,
  );
  return left;
}

const engines = [
  [await locate('docker', findDockerd), startDockerd, 'startDockerd', './dockerd.ts'],
  [await locate('podman', findPodman), startPodman, 'startPodman', './podman.ts'],
] as const;

for (const [located, start, starter, module] of engines) {
  describeEngine(located, 'container engine', (root) => {
    const startWithContainer = async () => {
      const engine: ContainerEngine = await start(root());
      const container = await engine.startContainer('web');
      const { State } = await container.inspect();
      return { engine, folder: dirname(engine.socket), pid: State.Pid };
    };

    test('runs containers for its own client and leaves nothing behind', async () => {
      const { engine, folder, pid } = await startWithContainer();
      const { stdout } = await run(join(engine.bin, engine.name), ['exec', 'web', 'sh', '-c', 'echo "$0" hi', 'x']);
      expect(stdout).toBe('x hi\n');
      expect(await leftovers(folder)).not.toEqual([]);
      await engine.stop();
      expect(await leftovers(folder)).toEqual([]);
      await expect.poll(() => isGone(pid)).toBe(true);
    });

    test('leaves nothing behind after a crash', async () => {
      const { engine, folder, pid } = await startWithContainer();
      await engine.crash();
      await expect(engine.api.ping()).rejects.toThrow();
      await engine.stop();
      expect(await leftovers(folder)).toEqual([]);
      await expect.poll(() => isGone(pid)).toBe(true);
    });

    test('ends when the process that started it is killed', async () => {
      const script = `
        const { ${starter}: start } = await import(process.argv[1]);
        const engine = await start(process.argv[2]);
        await engine.startContainer('web');
        process.stdout.write(engine.socket);
        setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, ['-e', script, join(import.meta.dirname, module), root()], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const folder = dirname(String((await once(child.stdout, 'data'))[0]).trim());
      expect(await leftovers(folder)).not.toEqual([]);
      child.kill('SIGKILL');
      await expect.poll(() => leftovers(folder), { interval: 100 }).toEqual([]);
    });
  });
}
