/** Who is signed in. */
import type { Me, MeChange } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export type { Me };

/** Only says whether asking is worth it. The session itself is out of the reach of scripts. */
const HINT = 'synapse-signed-in';
const ENDED = 'ended';

export const maybeSignedIn = (): boolean => {
  const hint = localStorage.getItem(HINT);
  return hint !== null && hint !== ENDED;
};
/** The session ended elsewhere, and nobody has signed in since. */
export const sessionEnded = (): boolean => localStorage.getItem(HINT) === ENDED;
export const endSession = (): void => localStorage.setItem(HINT, ENDED);
export const forgetSession = (): void => localStorage.removeItem(HINT);

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call<Me>('GET', '/auth/me', undefined, signal),
  staleTime: 30_000,
});

export const rememberSession = (): void => localStorage.setItem(HINT, '1');

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Asked for only by accounts that have an authenticator app. */
  readonly code?: string;
}

export async function signIn(credentials: Credentials): Promise<void> {
  await call('POST', '/auth/session', credentials);
  rememberSession();
}

export async function signOut(): Promise<void> {
  await call('POST', '/auth/logout');
  forgetSession();
}

/** The language for callers who ask for none: AI clients, programs. */
export const changeMe = (change: MeChange): Promise<Me> => call('PATCH', '/auth/me', change);

export const changePassword = (current_password: string, new_password: string): Promise<void> =>
  call('POST', '/auth/password', { current_password, new_password });
