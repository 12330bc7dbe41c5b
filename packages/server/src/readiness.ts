/** Whether the service can serve now. */
import type { Database } from './db/database.ts';

export interface Readiness {
  /** Null when ready, else why not. */
  check(): Promise<string | null>;
  /** From now on the answer is no: the service is stopping. */
  stop(): void;
}

const PROBE_MS = 2_000;

export function createReadiness(database: Database): Readiness {
  let stopping = false;
  return {
    check: async () => {
      if (stopping) return 'stopping';
      const probe = database.queries.selectFrom('instance_facts').select('name').limit(1).execute();
      const reached = await Promise.race([
        probe.then(
          () => true,
          () => false,
        ),
        new Promise<false>((resolve) => setTimeout(resolve, PROBE_MS, false).unref()),
      ]);
      return reached ? null : 'database';
    },
    stop: () => {
      stopping = true;
    },
  };
}
