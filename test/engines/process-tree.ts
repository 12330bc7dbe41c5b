/** The processes below a process, read from /proc: tests kill whole trees and look for what was left behind. */
import { readdir, readFile } from 'node:fs/promises';

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
}

async function processes(): Promise<ProcessEntry[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const entries = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // The name is in parentheses and may contain anything, so reading continues after the last parenthesis.
      return { pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
    }),
  );
  return entries;
}

/** All processes below `root`; with `title`, only those that call themselves so. */
export async function descendants(root: number, title?: RegExp): Promise<number[]> {
  const all = await processes();
  const found = new Set([root]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  found.delete(root);
  if (!title) return [...found];
  const titles = await Promise.all(
    [...found].map(async (pid) => ({ pid, text: await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '') })),
  );
  return titles.filter(({ text }) => title.test(text)).map(({ pid }) => pid);
}

/** Pids of living processes with this text in a file of their /proc folder. */
async function pidsWith(file: 'environ' | 'cmdline', text: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const hits = await Promise.all(
    pids.map(async (pid) => ((await readFile(`/proc/${pid}/${file}`).catch(() => null))?.includes(text) ? [pid] : [])),
  );
  return hits.flat();
}

export const pidsWithEnvironment = (text: string): Promise<number[]> => pidsWith('environ', text);
export const pidsWithArgument = (text: string): Promise<number[]> => pidsWith('cmdline', text);

/** Whether the process ignores the signal of that number. */
export async function ignores(pid: number, signal: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const ignored = BigInt(`0x${/^SigIgn:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`);
  return (ignored & (1n << BigInt(signal - 1))) !== 0n;
}

/** Seconds for a `sleep` that no other run on this computer has, and the processes that sleep so long. */
export const nap = (seconds: number): string => `${seconds}.${process.pid}`;
export const sleeping = (seconds: number): Promise<number[]> => pidsWithArgument(`sleep\0${nap(seconds)}`);

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
