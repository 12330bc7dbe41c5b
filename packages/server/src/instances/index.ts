/** What other modules use of the instances: the lease, the clock they share, and who of them is dead. */
import type { Queries } from '../db/database.ts';
import { countInstances } from './lease-store.ts';

export { joinInstances } from './join-instances.ts';
export { createLease, type Lease } from './lease.ts';
export {
  deadOwners,
  endLease,
  forgetInstances,
  type InstanceRow,
  lastLeaseEnds,
  listInstances,
  readTime,
} from './lease-store.ts';
export { createSharedClock, type SharedClock } from './shared-clock.ts';

/** How many instances have given a sign of life within this time. */
export function instancesAlive(queries: Queries, now: number, withinMs: number): Promise<number> {
  return countInstances(queries, now, withinMs);
}
