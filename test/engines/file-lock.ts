/** A lock between processes, so that two test workers fetch an engine only once. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const LONGEST_WAIT_MS = 300_000;

export async function withFileLock<T>(path: string, body: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (!(await take(path))) {
    if (Date.now() > deadline) throw new Error(`lock ${path} is held for too long`);
    await delay(100);
  }
  try {
    return await body();
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    await writeFile(join(path, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(await readFile(join(path, 'pid'), 'utf8').catch(() => ''));
    // A holder that died leaves its folder behind.
    if (holder > 0 && !alive(holder)) await rm(path, { recursive: true, force: true });
    return false;
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
