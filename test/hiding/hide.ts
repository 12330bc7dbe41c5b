/** Starts commands that each hide a process, and looks for what is left of them. */
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Executor } from '@synapse/runner';
import { type Running, startUntil } from '../executors/run-command.ts';
import type { Way } from './ways.ts';

const LOOKS = 100;

export interface Hidden {
  readonly way: Way;
  readonly needle: string;
  readonly running: Running;
  readonly abort: AbortController;
}

/** A number that occurs in no other process's arguments, and is long enough for a sleep. */
export const newNeedle = (): string => `7${String(randomInt(1e9)).padStart(9, '0')}`;

/** Prints when the process is hidden, and then keeps running. */
export const scriptOf = (way: Way, needle: string): string =>
  way.stays ? `echo up; ${way.script(needle)}` : `${way.script(needle)}\necho up; sleep 900000`;

export async function hide(executor: Executor, way: Way, container: string | null): Promise<Hidden> {
  const [needle, abort] = [newNeedle(), new AbortController()];
  const running = await startUntil(executor, 'up', scriptOf(way, needle), { container, signal: abort.signal });
  running.done.catch(() => undefined);
  return { way, needle, running, abort };
}

/** Which of the needles are among the arguments of living processes. */
export function living(needles: readonly string[]): Set<string> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const text = [...pids.map(argumentsOf), ...newest()].join('\n');
  return new Set(needles.filter((needle) => text.includes(needle)));
}

/** A process that lives for a millisecond is gone before a list of all was read, so these are looked at immediately. */
function newest(): string[] {
  return Array.from({ length: LOOKS }, () => {
    const last = Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1));
    return [last, last - 1, last - 2].map((pid) => argumentsOf(String(pid))).join('\n');
  });
}

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

/** All have been seen alive. A process that lives only for a millisecond is seen sooner or later. */
export async function allSeen(needles: readonly string[], within = 45_000): Promise<string[]> {
  const unseen = new Set(needles);
  for (const end = Date.now() + within; unseen.size > 0 && Date.now() < end; await delay(10)) {
    for (const needle of living([...unseen])) unseen.delete(needle);
  }
  return [...unseen];
}

/** What is still there when nothing more dies. Only after five looks in a row that find nothing is that believed. */
export async function survivors(needles: readonly string[], within = 45_000): Promise<string[]> {
  let [looks, left] = [0, needles];
  for (const end = Date.now() + within; looks < 5 && Date.now() < end; await delay(10)) {
    left = [...living(needles)];
    looks = left.length === 0 ? looks + 1 : 0;
  }
  return [...left];
}
