/** Every few minutes: removes what no limit counts any more. */
import { LIMITS } from '@synapse/contract';
import type { Logger } from 'pino';
import { forgetOldPlaces } from '../auth/login.ts';
import { forgetSessionsBefore } from '../auth/sessions.ts';
import { forgetRequestsBefore } from '../auth/sign-in-requests.ts';
import { type Polling, poll } from '../background/poll.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { forgetTrustBefore, pruneWindows } from '../limits/index.ts';
import { forgetChallengesBefore } from '../second-factor/passkeys.ts';

const EVERY_MS = 5 * 60_000;
const LONGEST_WINDOW_MS = Math.max(
  LIMITS.mcpCallsPerIp.windowMs,
  LIMITS.loginFailures.windowMs,
  LIMITS.executions.windowMs,
  LIMITS.oauth.registrations.windowMs,
);

export function startHousekeeping(
  database: Database,
  clock: Clock,
  kept: readonly { expire(): Promise<void> }[],
  log: Logger,
): Polling {
  const work = () => Promise.all([tidy(database, clock()), ...kept.map((one) => one.expire())]);
  return poll({ everyMs: EVERY_MS, work, log, failure: 'housekeeping failed' });
}

export async function tidy(database: Database, now: number): Promise<void> {
  await pruneWindows(database.queries, now - LONGEST_WINDOW_MS);
  await forgetTrustBefore(database.queries, now);
  await forgetSessionsBefore(database.queries, now);
  await forgetRequestsBefore(database.queries, now);
  await forgetOldPlaces(database.queries, now);
  await forgetChallengesBefore(database.queries, now);
}
