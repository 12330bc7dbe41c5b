/**
 * The service as a child in the foreground. Whatever stops us, or our own parent, stops it too, so it is never left
 * behind.
 */
import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LOOK_MS = 500;

/** SIGINT too: a terminal sends it to both, others only to us. The service treats the second one like the first. */
export function stopTogether(child: ChildProcess, env: Readonly<Record<string, string | undefined>>): void {
  const stop = (): void => void child.kill('SIGTERM');
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  const watch = startedByNpm(env) ? watchParents(stop) : undefined;
  child.once('exit', () => clearInterval(watch));
}

/** npx and npm start run us in a shell. On a signal that shell dies without passing it on, or does not even get it. */
function startedByNpm({ npm_lifecycle_event: event }: Readonly<Record<string, string | undefined>>): boolean {
  return event === 'npx' || event === 'start';
}

/** Calls `gone` once when our parent process ends, or the parent of that. */
function watchParents(gone: () => void): NodeJS.Timeout {
  const { ppid } = process;
  const above = parentOf(ppid);
  const timer = setInterval(() => {
    if (process.ppid === ppid && (above === null || isAlive(above))) return;
    clearInterval(timer);
    gone();
  }, LOOK_MS);
  return timer.unref();
}

/** Null if it cannot be found out, or there is no such process. */
function parentOf(pid: number): number | null {
  try {
    const text =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/status`, 'utf8').match(/^PPid:\s*(\d+)/m)?.[1]
        : execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8', timeout: 2_000 });
    const parent = Number(text);
    return parent > 1 ? parent : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
