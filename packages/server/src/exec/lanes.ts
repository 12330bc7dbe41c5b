/** How many commands run at once, per machine and per user. The rest wait in turn, up to their deadline. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import type { OpenExecution } from './execution.ts';
import { readAhead } from './lane-store.ts';
import { createSlots } from './slots.ts';

export interface Lanes {
  /** Resolves with a release function once there is room; null when the signal aborts first. */
  enter(execution: InLane, signal: AbortSignal): Promise<(() => void) | null>;
  /** How many wait here. */
  waiting(): number;
}

type Enter = Lanes['enter'];

type InLane = Pick<OpenExecution, 'id' | 'userId' | 'target' | 'ahead'>;

export interface LaneSizes {
  readonly perMachine: number;
  readonly perUser: number;
}

/** One process serves from an SQLite file. Where several instances may share the database, they count in it. */
export function createLanes(database: Database, events: Pick<Events, 'follow'>, sizes: LaneSizes): Lanes {
  const enter = database.dialect === 'sqlite' ? ownLanes(sizes) : sharedLanes(database, events, sizes);
  let waiting = 0;
  return {
    enter: async (execution, signal) => {
      waiting += 1;
      try {
        return await enter(execution, signal);
      } finally {
        waiting -= 1;
      }
    },
    waiting: () => waiting,
  };
}

function ownLanes({ perMachine, perUser }: LaneSizes): Enter {
  const slots = createSlots();
  return ({ userId, target }, signal) => {
    const lanes = [
      { name: `machine:${target.id}`, size: perMachine },
      { name: `user:${userId}`, size: perUser },
    ];
    return slots.acquire(lanes, signal);
  };
}

/** How often the database is asked: the end of a command may not be told, or its instance may have died. */
const POLL_MS = 300;

/**
 * A command enters with the transaction that opens its entry, and leaves with the one that closes it, whoever closes it.
 * So it holds its place as long as the log says that it runs. A machine belongs to one user: all that counts are
 * commands of the same user.
 */
function sharedLanes({ queries }: Database, events: Pick<Events, 'follow'>, sizes: LaneSizes): Enter {
  /** While the database is away, the commands before this one cannot be known. */
  const hasTurnNow = async ({ id, userId, target }: InLane): Promise<boolean> => {
    const ahead = await readAhead(queries, userId, id).catch(() => null);
    return ahead !== null && hasTurn(ahead, target.slug, sizes);
  };

  return async (execution, signal) => {
    const { userId, target, ahead } = execution;
    const release = (): void => undefined;
    if (signal.aborted) return null;
    if (ahead !== null && hasTurn(ahead, target.slug, sizes)) return release;
    let ended = new AbortController();
    const leave = events.follow(userId, (event) => {
      if (event.type === 'execution' && event.status !== 'running') ended.abort();
    });
    try {
      for (;;) {
        ended = new AbortController();
        if (await hasTurnNow(execution)) return release;
        await sleep(POLL_MS, null, { signal: AbortSignal.any([signal, ended.signal]) }).catch(() => null);
        if (signal.aborted) return null;
      }
    } finally {
      leave();
    }
  };
}

/**
 * Whether there is room for a command after those before it: each of them runs if there is room for it, in turn. One
 * that waits for a full machine does not hold up the others. What has its turn once keeps it, because those before it
 * only become fewer.
 */
export function hasTurn(ahead: readonly string[], machine: string, { perMachine, perUser }: LaneSizes): boolean {
  const onMachine = new Map<string, number>();
  let running = 0;
  const hasRoom = (one: string): boolean => running < perUser && (onMachine.get(one) ?? 0) < perMachine;
  for (const one of ahead) {
    if (!hasRoom(one)) continue;
    onMachine.set(one, (onMachine.get(one) ?? 0) + 1);
    running += 1;
  }
  return hasRoom(machine);
}
