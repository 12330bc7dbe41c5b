/**
 * When this instance stops: hands the commands that still run on agents to other instances, which wait for them from
 * there on. Nothing changes for a command that nobody takes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PausedCommand } from '../../agents/handed-over.ts';
import type { CheckedExecution, Execution } from '../execution.ts';
import { type HandOverServices, TOPIC } from './hand-over-services.ts';
import {
  claimedFrom,
  dropBefore,
  isWaiting,
  markCancelled,
  offer,
  putState,
  withdrawOffers,
} from './hand-over-store.ts';
import { FORM, handedState, sealState } from './handed-state.ts';
import { createHeirs } from './heirs.ts';
import { createTakeOver } from './take-over.ts';

export interface HandOver {
  /** From now on, takes over what others hand on. */
  start(): void;
  /** Hands on what can be handed on. Takes over nothing any more. */
  leave(): Promise<void>;
  /** Of a command that nobody may wait for at this moment. */
  wishCancelled(userId: string, executionId: string): Promise<void>;
  expire(): Promise<void>;
}

/** So long whoever came forward has time to come for it. It may still do so when this one is gone. */
const COLLECT_MS = 10_000;
const POLL_MS = 100;
/** What is left of a hand-over whose instances are both dead. */
const KEPT_MS = 10 * 60_000;

/** A command of its own on an agent: neither a job, nor one that may only look, nor about a file, nor one of many. */
export function isOfKind({ target, job, confinement, fileJob, order }: CheckedExecution): boolean {
  const alone = order.wide === undefined;
  return target.kind === 'agent' && job === null && confinement === null && fileJob === undefined && alone;
}

export function createHandOver(services: () => HandOverServices): HandOver {
  const takeOver = createTakeOver(services);
  const heirs = createHeirs(services);
  const possible = (): boolean => services().database.dialect === 'postgres' && services().bus.shared;

  /** Whether it is the heir's from now on: its entry and what is needed to go on, both or neither. */
  const give = async (execution: Execution, paused: PausedCommand, heir: string): Promise<boolean> => {
    const { database, vaultSnapshots, handEntry, audit, sealer, clock, log } = services();
    const { id, userId, startedAt, stopper, entry, decidedBy = null } = execution;
    try {
      const now = await vaultSnapshots(userId);
      const begunAt = Math.round(clock() - (performance.now() - startedAt));
      const times = { begunAt, deadline: Math.round(clock() + stopper.timeLeftMs()) };
      const sealed = sealState(sealer, userId, id, handedState(execution, paused.at, times, now));
      return await database.transaction(async (tx) => {
        if (!(await putState(tx, id, heir, sealed))) return false;
        if (!(await handEntry(tx, entry, decidedBy, heir))) throw new NotOurs();
        return true;
      });
    } catch (error) {
      if (error instanceof NotOurs) return false;
      log.warn({ err: error, execution_id: id }, 'a command could not be handed over');
      // The answer may have been lost on its way. If nobody knows, it is ended here, and its new owner is told.
      return audit.instanceOf(userId, id).then(
        (owner) => owner === heir,
        () => false,
      );
    }
  };

  /** Until its heir has it, whoever wants it stopped is heard here. */
  const awaitHeir = async ({ id, userId, stopper }: Execution, paused: PausedCommand): Promise<void> => {
    const { database, log } = services();
    const forward = (): void => {
      // Its deadline and a freeze the heir finds out by itself.
      if (stopper.reason !== 'cancelled' || stopper.why !== null) return;
      markCancelled(database.queries, userId, id).catch((error: unknown) =>
        log.warn({ err: error, execution_id: id }, 'a cancellation could not be passed on'),
      );
    };
    stopper.signal.addEventListener('abort', forward, { once: true });
    if (stopper.signal.aborted) forward();
    const until = performance.now() + COLLECT_MS;
    while (performance.now() < until) {
      if (!(await isWaiting(database.queries, id).catch(() => true))) break;
      await sleep(POLL_MS);
    }
    paused.leave();
  };

  /** Null: it was not handed on, and may be offered still. */
  const handOn = async (execution: Execution, heir: string): Promise<{ done: Promise<void> } | null> => {
    const { agents, bus, log, handedOver } = services();
    const paused = agents.pause(execution.target.id, execution.id);
    if (paused === null) return null;
    if (!(await give(execution, paused, heir))) {
      paused.goOn();
      return null;
    }
    paused.letGo();
    handedOver('handed');
    bus.publish(TOPIC, null);
    log.info({ execution_id: execution.id, machine: execution.machine, heir }, 'a command was handed over');
    return { done: awaitHeir(execution, paused) };
  };

  /** Those that nobody took are killed with the others. */
  const leave = async (): Promise<void> => {
    const { running, log, handedOver } = services();
    const open = new Map(running.list().flatMap((one) => (isOfKind(one) ? [[one.id, one] as const] : [])));
    if (open.size === 0) return;
    await handAll(open).finally(() => {
      if (open.size === 0) return;
      handedOver('unclaimed', open.size);
      log.warn({ commands: open.size }, 'nobody takes over what still runs on agents');
    });
  };

  /** Takes out of `open` what is handed on, and what ends meanwhile. */
  const handAll = async (open: Map<string, Execution>): Promise<void> => {
    const { running, database, bus, lease, clock, handOverMs } = services();
    if (!bus.connected() || !lease.held || handOverMs === 0 || !(await heirs.any())) return;
    const owner = lease.instanceId;
    const facts = { owner, heir: null, form: FORM, cancelled: 0, created_at: clock(), sealed: null };
    await offer(
      database.queries,
      [...open.values()].map(({ id, userId }) => ({ execution_id: id, user_id: userId, ...facts })),
    );
    bus.publish(TOPIC, null);
    const leaving: Promise<void>[] = [];
    const until = performance.now() + handOverMs;
    while (open.size > 0 && performance.now() < until) {
      // One after the other: each may hold megabytes.
      for (const { execution_id, heir } of await claimedFrom(database.queries, owner)) {
        const execution = open.get(execution_id);
        const handed = execution === undefined ? null : await handOn(execution, heir);
        if (handed === null) continue;
        open.delete(execution_id);
        leaving.push(handed.done);
      }
      for (const { id, userId } of open.values()) if (running.find(userId, id) === undefined) open.delete(id);
      if (open.size === 0 || !(await heirs.any())) break;
      await sleep(POLL_MS);
    }
    await withdrawOffers(database.queries, owner);
    await Promise.all(leaving);
  };

  return {
    start: () => {
      if (!possible()) return;
      heirs.start();
      takeOver.start();
    },
    leave: async () => {
      await takeOver.stop();
      if (possible()) await leave();
    },
    wishCancelled: async (userId, executionId) => {
      if (possible()) await markCancelled(services().database.queries, userId, executionId);
    },
    expire: () => dropBefore(services().database.queries, services().clock() - KEPT_MS),
  };
}

/** Its entry was closed meanwhile. Takes back what was written with it. */
class NotOurs extends Error {}
