/** Secrets: names come out, values only go in. */
import { Identifier, PutSecretAnswer, SecretEntry, SecretName, SecretText } from '@synapse/contract';
import * as z from 'zod';
import { storedIn, type Vault } from '../../../vault/vault.ts';
import { listTool } from '../list-tool.ts';
import { defineTool, type Tool } from '../tool.ts';
import { DELETES, READS } from './annotations.ts';
import { Deleted } from './arguments.ts';
import { CrewArgument, crewHandler, rowsOf, type WorkspaceServices } from './workspaces.ts';

interface SecretServices extends WorkspaceServices {
  readonly vault: Vault;
}

const Row = SecretEntry.extend({ crew: Identifier.nullable().optional() });

export const secretReadTools = (services: SecretServices): Tool[] => [
  listTool('secrets', {
    name: 'synapse_list_secrets',
    description:
      'Names of the stored secrets, never values. Write a secret as {{NAME}} in a command; its value is filled in on the service’s side.',
    scope: 'mcp:read',
    core: true,
    input: z.object({ crew: CrewArgument }),
    output: z.object({ secrets: z.array(Row) }),
    annotations: READS,
    handler: async ({ crew }, { caller }) => ({
      secrets: await rowsOf(services, caller, crew, Row, ({ id }) => services.vault.list(id)),
    }),
  }),
];

export const secretWriteTools = (services: SecretServices): Tool[] => [
  defineTool({
    name: 'synapse_put_secret',
    description:
      'Stores or replaces a secret. The value passes through you: prefer to let the person enter it in the page or with `synapse secret set`.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ name: SecretName, value: SecretText, crew: CrewArgument }),
    output: PutSecretAnswer,
    annotations: DELETES,
    handler: crewHandler(
      services,
      'write-secrets',
      PutSecretAnswer,
      async ({ workspace, tell }, { name, value }, call) =>
        storedIn(call.language, await services.vault.put(workspace.id, name, value, 'assistant', {}, tell)),
    ),
  }),
  defineTool({
    name: 'synapse_delete_secret',
    description: 'Deletes a secret. Commands that name it are refused from then on.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ name: SecretName, crew: CrewArgument }),
    output: Deleted,
    annotations: DELETES,
    handler: crewHandler(services, 'write-secrets', Deleted, async ({ workspace, tell }, { name }) => {
      await services.vault.remove(workspace.id, name, 'assistant', tell);
      return { deleted: true as const };
    }),
  }),
];
