/**
 * What runs on the machines of a crew that is about to be deleted: nothing starts any more, and all of it is killed while
 * its machines are still there.
 */
import { waitUntil } from '../background/wait.ts';
import type { CrewEnding, CrewPerson } from '../crews/crews.ts';
import type { Freezes } from '../freezes/freezes.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** A machine that is out of reach does not block deleting the crew. */
const LONGEST_MS = 10_000;
const POLL_MS = 50;

export async function endCrew(
  { freezes, jobs }: { freezes: Pick<Freezes, 'add'>; jobs: Pick<Jobs<unknown>, 'anyOpen'> },
  { username, ip }: CrewPerson,
  { id, tell }: CrewEnding,
): Promise<void> {
  await freezes.add({ workspaceId: id, username, source: 'app', ip, tell }, { reason: 'the crew is being deleted' });
  await waitUntil(async () => !(await jobs.anyOpen(id)), { everyMs: POLL_MS, withinMs: LONGEST_MS });
}
