/** Takes a lease for this process, and from then on goes by the time that all instances share. */
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../ids.ts';
import { createLease, type Lease } from './lease.ts';
import { createSharedClock } from './shared-clock.ts';

export interface Joined {
  readonly instanceId: string;
  readonly lease: Lease;
  readonly clock: Clock;
  /** The database's time, also where a test moves the clock. */
  readonly databaseClock: Clock;
}

/** `moved`: a clock that a test moves. */
export async function joinInstances(
  database: Database,
  log: Logger,
  forMs: number,
  moved: Clock | undefined,
): Promise<Joined> {
  const shared = createSharedClock();
  const clock = moved ?? (database.shared ? shared.now : Date.now);
  const instanceId = newId();
  const lease = createLease({ database, clock, shared, log, instanceId, forMs });
  await lease.renew();
  lease.keep();
  return { instanceId, lease, clock, databaseClock: shared.now };
}
