/** The addresses from which a user has signed in, since the password was last changed. */
import { DAY_MS } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import type { UserRow } from './user-store.ts';

/** An address is forgotten after this long without a sign-in. */
export const PLACE_KEPT_MS = 90 * DAY_MS;
/** Each address may be used for guessing on its own, so there must not be many. */
const MOST = 20;

type Whose = Pick<UserRow, 'id' | 'session_epoch'>;

/** Also runs when there is no such user, so that the answer takes as long. */
export async function isKnownPlace(
  queries: Queries,
  user: Whose | undefined,
  address: string,
  now: number,
): Promise<boolean> {
  const row = await queries
    .selectFrom('sign_in_places')
    .select('last_at')
    .where('user_id', '=', user?.id ?? '')
    .where('address', '=', address)
    .where('epoch', '=', user?.session_epoch ?? -1)
    .where('last_at', '>', now - PLACE_KEPT_MS)
    .executeTakeFirst();
  return row !== undefined;
}

export async function rememberPlace(tx: Queries, user: Whose, address: string, now: number): Promise<void> {
  const place = { epoch: user.session_epoch, last_at: now };
  await tx
    .insertInto('sign_in_places')
    .values({ user_id: user.id, address, ...place })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet(place))
    .execute();
  await tx
    .deleteFrom('sign_in_places')
    .where('user_id', '=', user.id)
    .where('address', 'not in', (eb) =>
      eb
        .selectFrom('sign_in_places')
        .select('address')
        .where('user_id', '=', user.id)
        .orderBy('last_at', 'desc')
        .orderBy('address')
        .limit(MOST),
    )
    .execute();
}
