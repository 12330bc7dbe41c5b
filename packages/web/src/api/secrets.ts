/** Secrets: names come out, values only go in. */
import type { PutSecretAnswer, UsedSecret } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { at, call } from './call.ts';

export type { UsedSecret };

export const secretsQuery = queryOptions({
  queryKey: ['secrets'],
  queryFn: ({ signal }) => call<{ secrets: UsedSecret[] }>('GET', '/synapse/secrets', undefined, signal),
  select: ({ secrets }) => secrets,
});

export interface SecretWish {
  readonly name: string;
  readonly value: string;
  /** Globs; null: anywhere, by any program. */
  readonly machines: readonly string[] | null;
  readonly programs: readonly string[] | null;
}

export const putSecret = ({ name, ...wish }: SecretWish): Promise<PutSecretAnswer> =>
  call('PUT', at`/synapse/secrets/${name}`, wish);
export const deleteSecret = (name: string): Promise<void> => call('DELETE', at`/synapse/secrets/${name}`);
