/**
 * Checks whether machines can be reached: every few minutes, and more often while their page is open. Each check is
 * taken in the database first, so that of several instances one makes it.
 */
import { type Language, type MachineHealth, Refusal, type Role, type Wording } from '@synapse/contract';
import type { Logger } from 'pino';
import { backoff } from '../background/backoff.ts';
import { poll } from '../background/poll.ts';
import { within } from '../background/wait.ts';
import { type Clock, isoTime, isoTimeOrNull } from '../clock.ts';
import type { Config } from '../config/read-config.ts';
import type { Database } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import { newId, type WorkspaceId } from '../ids.ts';
import { addUnchecked, type DueMachine, hasten, keepCheck, listDue, listHealth, takeCheck } from './health-store.ts';
import { addCheck, averageOf, recent, type Slot, shareOf, startOf, uptimeOf } from './slots.ts';

export interface MachineHealthKeeping {
  /**
   * The health of a workspace's machines. A machine whose last check is older than half a minute, or that was changed since,
   * is checked again.
   */
  look(workspaceId: WorkspaceId, language: Language): Promise<MachineHealth[]>;
  /** Makes the checks that are due. Resolves when they are made. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

export interface MachineHealthParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Of a machine that came or went. */
  readonly events: Pick<Events, 'publish'>;
  readonly probing: {
    /** Reaches a machine and takes down whether that worked. Throws the refusal that a command would get. */
    probeMachine(owner: { workspaceId: WorkspaceId; role: Role }, slug: string, requestId: string): Promise<void>;
    /** The longest that this can take. */
    readonly longestMs: number;
  };
  /** 0: only while their page is open. */
  readonly config: Pick<Config, 'healthSeconds'>;
}

const SWEEP_MS = 15_000;
const LOOKED_AT_MS = 30_000;
/** Of all users, and of one: who has many machines that do not answer must not keep the others waiting. */
const AT_ONCE = 8;
const AT_ONCE_OF_ONE = 3;
/**
 * What may pass by itself. Anything else (a login refused, another host key, a missing secret) is tried less and less
 * often: hosts lock out who keeps knocking with the wrong key.
 */
const PASSING: readonly string[] = [
  'machine_unreachable',
  'machine_offline',
  'machine_shell_stuck',
  'machine_unconfirmed',
];
const SELDOM_MS = 3_600_000;
/** Not by itself. */
const NEVER_MS = 100 * 365 * 86_400_000;
/** A check that still runs when the service stops is not awaited. */
const END_MS = 500;

export function createMachineHealth(parts: MachineHealthParts): MachineHealthKeeping {
  const { database, clock, log, events, probing, config } = parts;
  const { queries } = database;
  const everyMs = config.healthSeconds * 1000;
  const running = new Map<string, { readonly workspaceId: WorkspaceId; readonly done: Promise<void> }>();
  let stopped = false;

  const check = async ({ id, workspaceId, role, slug }: DueMachine): Promise<void> => {
    const before = await takeCheck(queries, id, clock(), clock() + probing.longestMs);
    if (before === undefined) return;
    const since = performance.now();
    let failure: Refusal | null = null;
    try {
      await probing.probeMachine({ workspaceId, role: role as Role }, slug, newId(clock()));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failure = error;
    }
    const refusal = failure?.code ?? null;
    const ms = refusal === null ? Math.max(1, Math.round(performance.now() - since)) : null;
    const failures = refusal === null ? 0 : before.failures + 1;
    const now = clock();
    await keepCheck(queries, {
      machine_id: id,
      due_at: now + waitMs(refusal, failures),
      taken_until: null,
      checked_at: now,
      ms,
      refusal,
      message: failure === null ? null : JSON.stringify(messageOf(failure)),
      failures,
      slots: JSON.stringify(addCheck(JSON.parse(before.slots) as Slot[], now, ms)),
    });
    const wasReached = before.checked_at === null ? null : before.refusal === null;
    const connected = refusal === null;
    if (wasReached !== connected) events.publish(workspaceId, { type: 'machine', machine: slug, connected });
  };

  const waitMs = (refusal: string | null, failures: number): number => {
    if (everyMs === 0) return NEVER_MS;
    if (refusal === null || PASSING.includes(refusal)) return everyMs;
    return Math.max(everyMs, backoff({ firstMs: everyMs, mostMs: SELDOM_MS }, failures));
  };

  const begin = (machine: DueMachine): void => {
    const done = check(machine)
      .catch((error: unknown) => {
        if (!stopped) log.warn({ err: error }, 'failed to check machine');
      })
      .finally(() => running.delete(machine.id));
    running.set(machine.id, { workspaceId: machine.workspaceId, done });
  };

  /** Users who have as many checks under way as one may have. */
  const served = (): WorkspaceId[] => {
    const counts = Map.groupBy(running.values(), ({ workspaceId }) => workspaceId);
    return [...counts].filter(([, own]) => own.length >= AT_ONCE_OF_ONE).map(([workspaceId]) => workspaceId);
  };

  /** A few at a time, each machine once, until none is due. */
  const sweep = async (): Promise<void> => {
    const tried = new Set<string>();
    while (!stopped) {
      const now = clock();
      // Without a pace of its own, only a machine that was asked for has a row.
      const madeBefore = everyMs === 0 ? Number.MIN_SAFE_INTEGER : now - everyMs;
      const except = served();
      const due = await listDue(queries, { now, madeBefore, except, limit: AT_ONCE });
      const before = tried.size;
      for (const machine of due) {
        if (running.size >= AT_ONCE || tried.has(machine.id) || served().includes(machine.workspaceId)) continue;
        tried.add(machine.id);
        begin(machine);
      }
      // Behind those of one user there may be others.
      if (tried.size > before) continue;
      // A user whose share was used up may have more.
      if (running.size === 0 && except.length === 0) return;
      if (running.size === 0) continue;
      await Promise.race([...running.values()].map(({ done }) => done));
    }
  };

  const sweeping = poll({ everyMs: SWEEP_MS, work: sweep, log, failure: 'failed to check machines' });

  return {
    sweep: sweeping.wake,
    look: async (workspaceId, language) => {
      const now = clock();
      await addUnchecked(queries, workspaceId, now);
      const times = { now, checkedBefore: now - LOOKED_AT_MS, lastingBefore: now - SELDOM_MS };
      await hasten(queries, workspaceId, { ...times, passing: PASSING });
      void sweeping.wake();
      return (await listHealth(queries, workspaceId)).map((row) => view(row, now, language));
    },
    stop: async () => {
      stopped = true;
      sweeping.stop();
      const under = [...running.values()].map(({ done }) => done);
      await within(Promise.all(under), END_MS);
    },
  };
}

const messageOf = (failure: Refusal): Wording => ({ fr: failure.in('fr'), en: failure.in('en') });

function view(row: Awaited<ReturnType<typeof listHealth>>[number], now: number, language: Language): MachineHealth {
  const slots = recent(JSON.parse(row.slots ?? '[]') as Slot[], now);
  return {
    slug: row.slug,
    checked_at: isoTimeOrNull(row.checked_at),
    reached: row.checked_at === null ? null : row.refusal === null,
    latency_ms: row.ms,
    refusal: row.refusal,
    message: row.message === null ? null : (JSON.parse(row.message) as Wording)[language],
    uptime: uptimeOf(slots),
    slots: slots.map((slot) => ({ at: isoTime(startOf(slot)), up: shareOf(slot), ms: averageOf(slot) })),
  };
}
