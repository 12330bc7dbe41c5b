/** The service as a child in the foreground: what stops us, or what started us, stops it, and never leaves it behind. */
import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LOOK_MS = 500;

/** SIGINT too: a terminal sends it to both, others only to us, and the service takes the second one for the first. */
export function stopTogether(child: ChildProcess, env: Readonly<Record<string, string | undefined>>): void {
  const stop = (): void => void child.kill('SIGTERM');
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  const watch = startedByNpm(env) ? watchParents(stop) : undefined;
  child.once('exit', () => clearInterval(watch));
}

/** npx and npm start run us in a shell, which takes a signal for itself and dies, or does not even hear of it. */
function startedByNpm({ npm_lifecycle_event: event }: Readonly<Record<string, string | undefined>>): boolean {
  return event === 'npx' || event === 'start';
}

/** Calls `gone` once when the process that started us ends, or the one that started that. */
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

/** Null where it cannot be told, or where nobody would be missed. */
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
