/** Whether the service can serve now. */
import { within } from '../background/wait.ts';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../db/database.ts';
import { isSchemaNewer } from '../db/migrate.ts';
import type { Lease } from '../instances/index.ts';

/**
 * `degraded`: it serves, but does not reach the other instances (`nats`), or a newer version has changed the database
 * (`schema`). `lease`: it may run nothing until it has a new one. `disk`: the database has no room.
 */
export type Verdict =
  | { readonly status: 'ok' }
  | { readonly status: 'degraded'; readonly reason: 'nats' | 'schema' }
  | { readonly status: 'unavailable'; readonly reason: 'stopping' | 'database' | 'lease' | 'disk' };

export interface Readiness {
  check(): Promise<Verdict>;
  readonly stopping: boolean;
  /** Without a lease: nothing is served, because the database is out of reach, or others take this instance for dead. */
  readonly cutOff: boolean;
  /** From now on the answer is no, so that no new calls are sent here. Those that come are still served. */
  leave(): void;
  /** From now on new work is refused, because the service is stopping. */
  stop(): void;
}

/** The answer comes within a second. */
const PROBE_MS = 900;

export function createReadiness(
  database: Database,
  bus: Pick<Bus, 'connected'>,
  lease: Pick<Lease, 'held'>,
): Readiness {
  let [leaving, stopping] = [false, false];
  return {
    get stopping() {
      return stopping;
    },
    get cutOff() {
      return !lease.held;
    },
    check: async () => {
      if (leaving || stopping) return { status: 'unavailable', reason: 'stopping' };
      const probe = async () => ({ newer: await isSchemaNewer(database.queries), room: await database.hasRoom() });
      const seen = await within(
        probe().catch(() => null),
        PROBE_MS,
      );
      if (seen === null) return { status: 'unavailable', reason: 'database' };
      const { newer, room } = seen;
      if (!room) return { status: 'unavailable', reason: 'disk' };
      if (!lease.held) return { status: 'unavailable', reason: 'lease' };
      if (newer) return { status: 'degraded', reason: 'schema' };
      return bus.connected() ? { status: 'ok' } : { status: 'degraded', reason: 'nats' };
    },
    leave: () => {
      leaving = true;
    },
    stop: () => {
      stopping = true;
    },
  };
}
