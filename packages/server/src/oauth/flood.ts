/** How often one address may call the authorization server, where every caller is unknown. */
import { LIMITS, Refusal, type WindowLimit } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { lockName } from '../db/locks.ts';
import { addressKey } from '../limits/address.ts';
import { recordHit, retryAfterSeconds, waitForWindow } from '../limits/index.ts';
import type { OauthState } from './state.ts';

export interface OauthFlood {
  /** Throws oauth_rate_limited. */
  count(ip: string, what: 'registrations' | 'requests'): Promise<void>;
}

/** A count that is lost in a power cut lets a few more pass. */
const COUNTS = { durable: false } as const;

export function createOauthFlood(
  database: Database,
  clock: Clock,
  state: Pick<OauthState, 'unusedClients'>,
): OauthFlood {
  const take = async (bucket: string, limit: WindowLimit): Promise<number> => {
    const now = clock();
    return database.transaction(async (tx) => {
      await lockName(tx, bucket);
      const wait = await waitForWindow(tx, bucket, limit, now);
      if (wait === 0) await recordHit(tx, bucket, limit, now);
      return wait;
    }, COUNTS);
  };

  return {
    count: async (ip, what) => {
      const limit = LIMITS.oauth[what];
      const wait = await take(`oauth:${what}:${addressKey(ip)}`, limit);
      if (wait > 0) throw new Refusal('oauth_rate_limited', { retry_after: retryAfterSeconds(wait) });
      // From many addresses: unused clients are deleted after a day.
      if (what === 'registrations' && (await state.unusedClients()) >= LIMITS.oauth.unusedClients) {
        throw new Refusal('oauth_rate_limited', { retry_after: limit.windowMs / 1000 });
      }
    },
  };
}
