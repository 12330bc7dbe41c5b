/**
 * Where hiding is tried out: processes that know nothing of others, and that all end with the first of them. What a
 * failing test does not catch cannot get away onto the computer that runs it.
 */
import { execFile, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { killAtEnd } from '../left-behind.ts';
import type { Findings, Order } from './inmate.ts';

/** Namespaces of processes and mounts, with a /proc of their own. An ordinary user makes one of users around them. */
const UNSHARE = [
  ...['--pid', '--fork', '--kill-child', '--mount-proc'],
  ...(process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-current-user']),
];
/** The first process takes in orphans and waits for them, as that of a computer does. */
const FIRST = '"$@" <&3 3<&- & exec 3<&-; wait "$!"';
/** HIDING=all: every way on every machine for everything that ends a command. Takes minutes. */
export const EVERYTHING = process.env.HIDING === 'all';
/** Past it the pen is torn down with all that is in it, however far they have come. */
export const WITHIN_MS = EVERYTHING ? 900_000 : 120_000;

/** Throws where there can be none. */
export async function findPen(): Promise<string> {
  await promisify(execFile)('unshare', [...UNSHARE, 'true']);
  return 'unshare';
}

/** Has the order carried out in a pen that is gone when this comes back. */
export async function inPen(order: Order): Promise<Findings> {
  const program = [process.execPath, 'test/hiding/inmate.ts', JSON.stringify(order)];
  const child = killAtEnd(
    spawn('unshare', [...UNSHARE, 'sh', '-c', FIRST, 'sh', ...program], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    }),
  );
  const budget = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS);
  try {
    const [found, complaint] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
    const last = found.trim().split('\n').at(-1);
    if (!last) throw new Error(`nothing came of ${JSON.stringify(order)}\n${complaint}`);
    return JSON.parse(last) as Findings;
  } finally {
    clearTimeout(budget);
    child.kill('SIGKILL');
  }
}
