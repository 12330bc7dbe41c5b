/**
 * Where hiding is tried out: a place whose processes see no others, and all end with the first of them. What a failing
 * test does not catch cannot escape onto the computer that runs it.
 */
import { execFile, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { killAtEnd } from '../left-behind.ts';
import type { Findings, Order } from './inmate.ts';

/** Namespaces for processes and mounts, with their own /proc. An ordinary user needs a user namespace around them. */
const UNSHARE = [
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
  ...(process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-current-user']),
];
/** The first process adopts orphans and waits for them, as on a real computer. */
const FIRST = '"$@" <&3 3<&- & exec 3<&-; wait "$!"';
/** HIDING=all: every way on every machine for everything that ends a command. Takes minutes. */
export const EVERYTHING = process.env.HIDING === 'all';
/** After this time the pen is destroyed with everything in it. */
export const WITHIN_MS = EVERYTHING ? 900_000 : 240_000;

/** Throws if there can be none. */
export async function findPen(): Promise<string> {
  await promisify(execFile)('unshare', [...UNSHARE, 'true']);
  return 'unshare';
}

/** Runs the order in a pen that is gone when this returns. */
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
