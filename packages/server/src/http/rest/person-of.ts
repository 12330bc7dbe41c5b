/** The caller, as the log of a crew names them. */
import type { CrewPerson } from '../../crews/crews.ts';
import type { Call } from '../endpoint.ts';

export const personOf = ({ session: { user }, ip }: Call<'user'>): CrewPerson => ({
  id: user.id,
  username: user.username,
  plan: user.plan,
  ip,
});
