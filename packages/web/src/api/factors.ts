/** What the account has besides its password, and the ways to sign in that are offered. */
import type { Factors, Passkey, RecoveryCodes, SignInWays, TotpSecret } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { at, call } from './call.ts';
import { rememberSession } from './session.ts';

export type { Factors, Passkey, TotpSecret };

export const waysQuery = queryOptions({
  queryKey: ['ways'],
  queryFn: ({ signal }) => call<SignInWays>('GET', '/auth/ways', undefined, signal),
  staleTime: 60_000,
});

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => call<Factors>('GET', '/auth/factors', undefined, signal),
});

export const beginApp = (): Promise<TotpSecret> => call('POST', '/auth/totp');
export const confirmApp = (code: string): Promise<RecoveryCodes> => call('POST', '/auth/totp/confirm', { code });
export const renewCodes = (): Promise<RecoveryCodes> => call('POST', '/auth/totp/recovery-codes');
export const removeApp = (): Promise<void> => call('DELETE', '/auth/totp');

export const renamePasskey = (id: string, name: string): Promise<void> =>
  call('PATCH', at`/auth/passkeys/${id}`, { name });
export const removePasskey = (id: string): Promise<void> => call('DELETE', at`/auth/passkeys/${id}`);

/** The browser made or presented no passkey: the person cancelled, or there is none. */
export class NoPasskey extends Error {}

type Library = typeof import('@simplewebauthn/browser');
type Options<K extends 'startRegistration' | 'startAuthentication'> = Parameters<Library[K]>[0]['optionsJSON'];

export async function addPasskey(name: string): Promise<Passkey> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { options } = await call<{ options: Options<'startRegistration'> }>('POST', '/auth/passkeys/new');
  const response = await startRegistration({ optionsJSON: options }).catch(asNoPasskey);
  return call('POST', '/auth/passkeys', { name, response });
}

export async function signInWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { options } = await call<{ options: Options<'startAuthentication'> }>('POST', '/auth/passkeys/challenge');
  const response = await startAuthentication({ optionsJSON: options }).catch(asNoPasskey);
  await call('POST', '/auth/passkeys/session', { response });
  rememberSession();
}

function asNoPasskey(error: unknown): never {
  throw new NoPasskey('no passkey', { cause: error });
}
