/** Secrets: names come out, values only go in. */
import { PutSecretAnswer, SecretEntry, SecretName, SecretText } from '@synapse/contract';
import * as z from 'zod';
import { storedIn, type Vault } from '../../../vault/vault.ts';
import { defineTool, type Tool } from '../tool.ts';
import { DELETES, READS } from './annotations.ts';
import { Deleted } from './arguments.ts';

export const secretReadTools = ({ vault }: { vault: Vault }): Tool[] => [
  defineTool({
    name: 'synapse_list_secrets',
    description:
      'Names of the stored secrets, never values. Write a secret as {{NAME}} in a command; its value is filled in on the service’s side.',
    scope: 'mcp:read',
    core: true,
    input: z.object({}),
    output: z.object({ secrets: z.array(SecretEntry) }),
    annotations: READS,
    handler: async (_args, { caller }) => ({ secrets: await vault.list(caller.userId) }),
  }),
];

export const secretWriteTools = ({ vault }: { vault: Vault }): Tool[] => [
  defineTool({
    name: 'synapse_put_secret',
    description:
      'Stores or replaces a secret. The value passes through you: prefer to let the person enter it in the page or with `synapse secret set`.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ name: SecretName, value: SecretText }),
    output: PutSecretAnswer,
    annotations: DELETES,
    handler: async ({ name, value }, { caller, language }) =>
      storedIn(language, await vault.put(caller.userId, name, value, 'assistant')),
  }),
  defineTool({
    name: 'synapse_delete_secret',
    description: 'Deletes a secret. Commands that name it are refused from then on.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ name: SecretName }),
    output: Deleted,
    annotations: DELETES,
    handler: async ({ name }, { caller }) => {
      await vault.remove(caller.userId, name, 'assistant');
      return { deleted: true as const };
    },
  }),
];
