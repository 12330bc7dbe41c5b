/** Secrets over REST: names come out, values only go in. */
import { PutSecretAnswer, SecretEntry, SecretName, SecretText } from '@synapse/contract';
import { z } from 'zod';
import type { Vault } from '../../vault/vault.ts';
import { endpoint } from '../endpoint.ts';

export interface SecretServices {
  readonly vault: Vault;
}

const NameParams = z.object({ name: SecretName });

export const listSecrets = ({ vault }: SecretServices) =>
  endpoint({
    summary: 'Names of the user’s secrets, never values.',
    access: 'user',
    answer: z.object({ secrets: z.array(SecretEntry) }),
    handle: async (_input, { session }) => ({ secrets: await vault.list(session.user.id) }),
  });

export const putSecret = ({ vault }: SecretServices) =>
  endpoint({
    summary: 'Store or replace a secret.',
    access: 'pilot',
    params: NameParams,
    body: z.strictObject({ value: SecretText }),
    answer: PutSecretAnswer,
    handle: ({ params, body }, { session }) => vault.put(session.user.id, params.name, body.value),
  });

export const deleteSecret = ({ vault }: SecretServices) =>
  endpoint({
    summary: 'Delete a secret.',
    access: 'pilot',
    params: NameParams,
    answer: null,
    handle: ({ params }, { session }) => vault.remove(session.user.id, params.name),
  });
