/** How long a secret is still good, as a dot: ended, about to end, good until a day, or without an end. */
import type { UsedSecret } from '../../api/secrets.ts';

export type ExpiryState = 'bad' | 'wait' | 'ok' | 'off';

export function expiryState({ reminder, expires_at, rotate_days }: UsedSecret): ExpiryState {
  if (reminder !== null) return reminder === 'expired' ? 'bad' : 'wait';
  return expires_at === null && rotate_days === null ? 'off' : 'ok';
}
