/**
 * What a failed test left behind: programs that nobody stopped, folders that nobody removed. They go with their test
 * file (see `setup.ts`), because a program that still runs would keep the whole test run from ending.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

const children = new Set<ChildProcess>();
const folders = new Set<string>();
const services = new Set<() => Promise<void>>();

/** Kills it at the end, unless it has ended by then. */
export function killAtEnd<C extends ChildProcess>(child: C): C {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Removes it at the end, unless it is gone by then. */
export function removeAtEnd(folder: string): string {
  folders.add(folder);
  return folder;
}

/** Stops it at the end, unless the returned function is called before. */
export function stopAtEnd(stop: () => Promise<void>): () => void {
  services.add(stop);
  return () => services.delete(stop);
}

export async function cleanUp(): Promise<void> {
  const ended = [...children].map((child) => once(child, 'exit'));
  for (const child of children) child.kill('SIGKILL');
  await Promise.all([...ended, ...[...services].map((stop) => stop())]);
  services.clear();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}
