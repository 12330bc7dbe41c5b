/** Whether the service can serve now. */
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../db/database.ts';

/** `degraded`: it serves, but does not reach the other instances (`nats`). */
export type Verdict =
  | { readonly status: 'ok' }
  | { readonly status: 'degraded'; readonly reason: 'nats' }
  | { readonly status: 'unavailable'; readonly reason: 'stopping' | 'database' };

export interface Readiness {
  check(): Promise<Verdict>;
  readonly stopping: boolean;
  /** From now on the answer is no, because the service is stopping. */
  stop(): void;
}

const PROBE_MS = 2_000;

export function createReadiness(database: Database, bus: Pick<Bus, 'connected'>): Readiness {
  let stopping = false;
  return {
    get stopping() {
      return stopping;
    },
    check: async () => {
      if (stopping) return { status: 'unavailable', reason: 'stopping' };
      const probe = database.queries.selectFrom('instance_facts').select('name').limit(1).execute();
      const reached = await Promise.race([
        probe.then(
          () => true,
          () => false,
        ),
        new Promise<false>((resolve) => setTimeout(resolve, PROBE_MS, false).unref()),
      ]);
      if (!reached) return { status: 'unavailable', reason: 'database' };
      return bus.connected() ? { status: 'ok' } : { status: 'degraded', reason: 'nats' };
    },
    stop: () => {
      stopping = true;
    },
  };
}
