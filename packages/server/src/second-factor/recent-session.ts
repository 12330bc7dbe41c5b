/** Ways to sign in are changed only right after signing in: a stolen session must not take over the account. */
import { LIMITS, Refusal } from '@synapse/contract';
import type { Session } from '../auth/sessions.ts';
import type { Clock } from '../clock.ts';

export function assertRecent({ openedAt }: Session, clock: Clock): void {
  const { recentSignInMinutes: minutes } = LIMITS;
  if (clock() - openedAt > minutes * 60_000) throw new Refusal('sign_in_again', { minutes });
}
