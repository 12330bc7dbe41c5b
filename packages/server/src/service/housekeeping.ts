/** Every few minutes: deletes what no limit counts and no call needs any more. */
import { LIMITS } from '@synapse/contract';
import type { Logger } from 'pino';
import { PLACE_KEPT_MS } from '../auth/login.ts';
import { type Polling, poll } from '../background/poll.ts';
import { type Clock, DAY_MS } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { deleteBefore, type Expiring } from '../db/delete-before.ts';

const EVERY_MS = 5 * 60_000;
const LONGEST_WINDOW_MS = Math.max(
  LIMITS.mcpCallsPerIp.windowMs,
  LIMITS.loginFailures.windowMs,
  LIMITS.executions.windowMs,
  LIMITS.oauth.registrations.windowMs,
);

/** Readers check the time themselves: a row may stay a few minutes longer. */
const EXPIRING: readonly Expiring[] = [
  ['windows', 'last_at', LONGEST_WINDOW_MS],
  ['trusted_addresses', 'until', 0],
  ['sessions', 'expires_at', 0],
  ['sign_in_requests', 'expires_at', 0],
  ['sign_in_places', 'last_at', PLACE_KEPT_MS],
  ['used_challenges', 'expires_at', 0],
  ['shell_sessions', 'expires_at', 0],
  ['idempotency_keys', 'expires_at', 0],
  ['oauth_states', 'expires_at', 0],
  // For a day, a token of an ended connection is refused as revoked.
  ['connections', 'expires_at', DAY_MS],
  // Longer than a job can be out of reach.
  ['stop_requests', 'created_at', 30 * DAY_MS],
  ['read_positions', 'expires_at', 0],
  ['kept_refusals', 'expires_at', 0],
];

/** `stores`: those that expire in a way of their own. */
export function startHousekeeping(
  database: Database,
  clock: Clock,
  stores: readonly { expire(): Promise<void> }[],
  log: Logger,
): Polling {
  const work = () => Promise.all([deleteExpired(database, clock()), ...stores.map((store) => store.expire())]);
  return poll({ everyMs: EVERY_MS, work, log, failure: 'housekeeping failed' });
}

export async function deleteExpired({ queries }: Database, now: number): Promise<void> {
  for (const rows of EXPIRING) await deleteBefore(queries, rows, now);
}
