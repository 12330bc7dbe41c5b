/** How many commands run at once, per machine and per user. The rest wait in turn, up to their deadline. */
import { MANY_LIMITS } from '@synapse/contract';
import { OF_MEMBER } from '../../audit/audit.ts';
import { waitUntil } from '../../background/wait.ts';
import type { Database } from '../../db/database.ts';
import type { Events } from '../../events/events.ts';
import type { OpenExecution } from '../execution.ts';
import { actorIdOf } from '../order.ts';
import { laneOf, queuePosition, WIDE } from './lane-store.ts';
import { createSlots } from './slots.ts';

export interface Lanes {
  /** Resolves with a release function once there is room; null when the signal aborts first. */
  enter(execution: InLane, signal: AbortSignal): Promise<(() => void) | null>;
  /** How many wait here. */
  waiting(): number;
}

type Enter = Lanes['enter'];

type InLane = Pick<OpenExecution, 'id' | 'workspaceId' | 'machine' | 'target' | 'order' | 'ahead' | 'job'>;

export interface LaneSizes {
  readonly perMachine: number;
  readonly perUser: number;
}

/** One process serves from an SQLite file. Where several instances may share the database, they count in it. */
export function createLanes(database: Database, events: Pick<Events, 'follow'>, sizes: LaneSizes): Lanes {
  const enter = database.shared ? sharedLanes(database, events, sizes) : ownLanes(sizes);
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
  return ({ target, order }, signal) => {
    const wide = { name: `many:${actorIdOf(order)}`, size: MANY_LIMITS.machines };
    const usual = { name: `user:${actorIdOf(order)}`, size: perUser };
    const lanes = [{ name: `machine:${target.id}`, size: perMachine }, order.wide ? wide : usual];
    return slots.acquire(lanes, signal);
  };
}

/** How often the database is polled: the event of an end may be lost, or its instance may have died. */
const POLL_MS = 300;

/**
 * A command enters with the transaction that opens its entry, and leaves with the one that closes it, on any instance.
 * So it holds its place as long as the log says that it runs. A machine belongs to one workspace: all that counts are
 * commands of the same one.
 */
function sharedLanes({ queries }: Database, events: Pick<Events, 'follow'>, sizes: LaneSizes): Enter {
  /** While the database is away, the commands before this one cannot be known. */
  const hasTurnNow = async (execution: InLane): Promise<boolean> => {
    const ahead = await queuePosition(queries, execution.workspaceId, execution.id).catch(() => null);
    return ahead !== null && hasTurn(ahead, laneOf(execution), sizes);
  };

  return async (execution, signal) => {
    const { workspaceId, ahead, job } = execution;
    const release = (): void => undefined;
    if (signal.aborted) return null;
    // A job takes a slot only while it starts, and there are few of them.
    if (job !== null) return release;
    if (ahead !== null && hasTurn(ahead, laneOf(execution), sizes)) return release;
    const admitted = await waitUntil(() => hasTurnNow(execution), {
      everyMs: POLL_MS,
      withinMs: Number.POSITIVE_INFINITY,
      signal,
      onChange: (listener) =>
        events.follow(workspaceId, (event) => {
          if (event.type === 'execution' && event.status !== 'running') listener();
        }),
    });
    return admitted ? release : null;
  };
}

/**
 * Whether there is room for a command after those before it: each of them runs if there is room for it, in turn. One
 * that waits for a full machine does not hold up the others. What has its turn once keeps it, because those before it
 * only become fewer.
 */
export function hasTurn(ahead: readonly string[], lane: string, { perMachine, perUser }: LaneSizes): boolean {
  const onMachine = new Map<string, number>();
  const ofMember = new Map<string, number>();
  const hasRoom = (one: string): boolean => {
    const { wide, machine, member } = readLane(one);
    const most = wide ? MANY_LIMITS.machines : perUser;
    return (ofMember.get(member) ?? 0) < most && (onMachine.get(machine) ?? 0) < perMachine;
  };
  for (const one of ahead) {
    if (!hasRoom(one)) continue;
    const { machine, member } = readLane(one);
    onMachine.set(machine, (onMachine.get(machine) ?? 0) + 1);
    ofMember.set(member, (ofMember.get(member) ?? 0) + 1);
  }
  return hasRoom(lane);
}

/** `member`: who gave it, and whether as one of many. */
function readLane(lane: string): { readonly wide: boolean; readonly machine: string; readonly member: string } {
  const wide = lane.startsWith(WIDE);
  const [machine = '', actor = ''] = (wide ? lane.slice(WIDE.length) : lane).split(OF_MEMBER);
  return { wide, machine, member: `${wide ? WIDE : ''}${actor}` };
}
