/** Secrets: names come out, values only go in. */
import type {
  PutSecretAnswer,
  SecretImport,
  SecretImportAnswer,
  SecretReminder,
  SecretSettings,
  UsedSecret,
} from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { at, call } from './call.ts';

export type { SecretReminder, SecretSettings, UsedSecret };

export const secretsQuery = queryOptions({
  queryKey: ['secrets'],
  queryFn: ({ signal }) => call<{ secrets: UsedSecret[] }>('GET', '/synapse/secrets', undefined, signal),
  select: ({ secrets }) => secrets,
});

/** Those that ask for a person's attention. */
export const remindersQuery = queryOptions({
  queryKey: ['secrets', 'reminders'],
  queryFn: ({ signal }) =>
    call<{ secrets: { name: string; reminder: SecretReminder }[] }>(
      'GET',
      '/synapse/secret-reminders',
      undefined,
      signal,
    ),
  select: ({ secrets }) => secrets,
  staleTime: 60_000,
});

export const putSecret = (name: string, value: string, settings: SecretSettings = {}): Promise<PutSecretAnswer> =>
  call('PUT', at`/synapse/secrets/${name}`, { value, ...settings });
/** Leaves the value alone. */
export const changeSecret = (name: string, settings: SecretSettings): Promise<void> =>
  call('PATCH', at`/synapse/secrets/${name}`, settings);
export const importSecrets = (wish: SecretImport): Promise<SecretImportAnswer> =>
  call('POST', '/synapse/secrets', wish);
export const deleteSecret = (name: string): Promise<void> => call('DELETE', at`/synapse/secrets/${name}`);
