/** Aliases and their suggestions over REST. */
import {
  ALIAS_CARRIES,
  Alias,
  AliasCode,
  AliasCommand,
  AliasList,
  MachineAddress,
  MinedSuggestions,
  MineRequest,
  SeedAnswer,
  Suggestion,
  SuggestionList,
  SuggestionStatus,
} from '@synapse/contract';
import * as z from 'zod';
import type { Aliases } from '../../aliases/aliases.ts';
import type { Suggestions } from '../../aliases/suggestions.ts';
import { slugHere } from '../../exec/prepare/enter-workspace.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams } from './params.ts';

export interface AliasServices {
  readonly aliases: Aliases;
  readonly suggestions: Suggestions;
}

const CodeParams = z.object({ code: AliasCode });

export const listAliases = ({ aliases }: AliasServices) =>
  endpoint({
    summary: 'The user’s aliases.',
    access: 'user',
    answer: AliasList,
    handle: async (_input, { workspace }) => ({ aliases: await aliases.list(workspace.id) }),
  });

export const putAlias = ({ aliases }: AliasServices) =>
  endpoint({
    summary: 'Make an alias, or change its command and what it carries.',
    access: 'pilot',
    params: CodeParams,
    body: z.strictObject({ command: AliasCommand, ...ALIAS_CARRIES, machine: MachineAddress.optional() }),
    answer: Alias,
    handle: ({ params, body: { command, machine, ...carries } }, { workspace }) =>
      aliases.put(workspace.id, params.code, command, {
        ...carries,
        ...(machine !== undefined && { machine: slugHere(workspace, machine) }),
      }),
  });

export const renameAlias = ({ aliases }: AliasServices) =>
  endpoint({
    summary: 'Give an alias another code; its count and last use stay.',
    access: 'pilot',
    params: CodeParams,
    body: z.strictObject({ new_code: AliasCode }),
    answer: Alias,
    handle: ({ params, body }, { workspace }) => aliases.rename(workspace.id, params.code, body.new_code),
  });

export const deleteAlias = ({ aliases }: AliasServices) =>
  endpoint({
    summary: 'Delete an alias.',
    access: 'pilot',
    params: CodeParams,
    answer: null,
    handle: ({ params }, { workspace }) => aliases.remove(workspace.id, params.code),
  });

export const seedAliases = ({ aliases }: AliasServices) =>
  endpoint({
    summary: 'Install the starter shortcuts that are missing.',
    access: 'pilot',
    answer: SeedAnswer,
    handle: (_input, { workspace }) => aliases.seed(workspace.id),
  });

export const mineAliases = ({ suggestions }: AliasServices) =>
  endpoint({
    summary: 'Look through past commands for ones worth an alias.',
    access: 'pilot',
    body: MineRequest,
    answer: MinedSuggestions,
    handle: ({ body }, { workspace }) => suggestions.mine(workspace.id, body),
  });

export const listSuggestions = ({ suggestions }: AliasServices) =>
  endpoint({
    summary: 'What mining found.',
    access: 'user',
    query: z.object({ status: SuggestionStatus.optional() }),
    answer: SuggestionList,
    handle: async ({ query }, { workspace }) => ({ suggestions: await suggestions.list(workspace.id, query.status) }),
  });

export const acceptSuggestion = ({ suggestions }: AliasServices) =>
  endpoint({
    summary: 'Make a suggestion an alias, under its own code or another one.',
    access: 'pilot',
    params: IdParams,
    body: z.strictObject({ code: AliasCode.optional() }),
    answer: Suggestion,
    handle: ({ params, body }, { workspace }) => suggestions.accept(workspace.id, params.id, body.code),
  });

export const rejectSuggestion = ({ suggestions }: AliasServices) =>
  endpoint({
    summary: 'Turn a suggestion down for good.',
    access: 'pilot',
    params: IdParams,
    answer: Suggestion,
    handle: ({ params }, { workspace }) => suggestions.reject(workspace.id, params.id),
  });
