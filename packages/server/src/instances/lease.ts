/**
 * The right of this process to run commands: a lease with an epoch, in the database. Who cannot renew it in time has
 * lost it, stops what runs under it, and begins a new one when the database answers again.
 */
import { Refusal } from '@synapse/contract';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { beginLease, forgetInstance, isLeaseHeld, renewLease } from './lease-store.ts';
import type { SharedClock } from './shared-clock.ts';

export interface Lease {
  readonly instanceId: string;
  /** Under which something may begin now. Throws `lease_lost`. */
  epoch(): number;
  /** Throws `lease_lost` unless this epoch is still valid. Asked in the moment before a command is handed over. */
  assertHeld(epoch: number): void;
  /** The same, asked of the database: until the end of the transaction the lease cannot be taken away. */
  assertHeldIn(tx: Queries, epoch: number): Promise<void>;
  readonly held: boolean;
  /** Renews it, or begins another one if it is lost. */
  renew(): Promise<void>;
  /** From now on it is renewed by itself. */
  keep(): void;
  /**
   * Called whenever it is lost: what was begun under it must end. `asleep`: this process was frozen for a while, and has
   * not yet read what came in meanwhile.
   */
  onLost(listener: (why: Refusal, asleep: boolean) => void): void;
  /** The service ends: the others may close at once what is left open. */
  release(): Promise<void>;
}

export interface LeaseParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly shared: Pick<SharedClock, 'measured'>;
  readonly log: Logger;
  readonly instanceId: string;
  /** How long it holds after each renewal. */
  readonly forMs: number;
}

/** It is renewed six times as often as needed; one try in flight may take as long as two. */
const RENEWALS = 6;

export function createLease({ database, clock, shared, log, instanceId, forMs }: LeaseParts): Lease {
  const { queries } = database;
  const listeners: ((why: Refusal, asleep: boolean) => void)[] = [];
  /**
   * A sixth before the others count it as lost: by then what ran here is dead. An SQLite file has one instance,
   * so there it holds however long the process was frozen.
   */
  const mineMs = database.shared ? forMs - forMs / RENEWALS : Number.POSITIVE_INFINITY;
  let epoch: number | null = null;
  let until = 0;
  let timers: NodeJS.Timeout[] = [];
  let asked = Number.NEGATIVE_INFINITY;

  const lookMs = Math.min(forMs / RENEWALS / 4, 1_000);
  const lose = (because: string): void => {
    if (epoch === null) return;
    log.error({ epoch, because }, 'lease lost: stopping running commands');
    epoch = null;
    // Seen much later than by the next look: the process was frozen.
    const asleep = performance.now() - until > 2 * lookMs;
    for (const listener of listeners) listener(lost(), asleep);
    // Not in the middle of a try that found it out.
    if (timers.length > 0) setImmediate(attempt);
  };
  /** A frozen process finds out here, before any of its timers. */
  const isHeld = (): boolean => {
    if (epoch !== null && performance.now() >= until) lose('it could not be renewed in time');
    return epoch !== null;
  };

  const renew: Lease['renew'] = async () => {
    const sent = performance.now();
    if (isHeld()) {
      const before = epoch!;
      const now = await renewLease(queries, clock(), instanceId, before, forMs);
      if (now !== null) {
        shared.measured(now, sent, performance.now());
        if (epoch === before) until = Math.max(until, sent + mineMs);
        return;
      }
      if (epoch === before) lose('another instance took it over');
    }
    const begun = await beginLease(queries, clock(), instanceId, forMs);
    shared.measured(begun.now, sent, performance.now());
    // Of two that began one at the same time, the database knows the later.
    if (epoch !== null && epoch >= begun.epoch) return;
    [epoch, until] = [begun.epoch, sent + mineMs];
    if (begun.epoch > 1) log.warn({ epoch }, 'lease acquired: accepting commands');
  };

  const attempt = (): void => {
    // A try that is never answered must not keep the next one from being made.
    if (performance.now() - asked < (2 * forMs) / RENEWALS) return;
    asked = performance.now();
    renew()
      .catch((error: unknown) => log.warn({ err: error }, 'failed to renew lease'))
      .finally(() => {
        asked = Number.NEGATIVE_INFINITY;
      });
  };

  return {
    instanceId,
    get held() {
      return isHeld();
    },
    epoch: () => {
      if (!isHeld()) throw lost();
      return epoch!;
    },
    assertHeld: (of) => {
      if (!isHeld() || epoch !== of) throw lost();
    },
    assertHeldIn: async (tx, of) => {
      if (!(await isLeaseHeld(tx, clock(), instanceId, of))) throw lost();
    },
    renew,
    keep: () => {
      const often = forMs / RENEWALS;
      timers = [
        setInterval(attempt, often).unref(),
        setInterval(() => {
          if (!isHeld()) attempt();
        }, lookMs).unref(),
      ];
    },
    onLost: (listener) => void listeners.push(listener),
    release: async () => {
      for (const timer of timers) clearInterval(timer);
      timers = [];
      await forgetInstance(queries, instanceId);
    },
  };
}

const RETRY_SECONDS = 2;
const lost = (): Refusal => new Refusal('lease_lost', { retry_after: RETRY_SECONDS });
