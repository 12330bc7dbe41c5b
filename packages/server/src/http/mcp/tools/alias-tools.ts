/** Aliases and their suggestions. */
import {
  ALIAS_CARRIES,
  Alias,
  AliasCode,
  AliasCommand,
  AliasList,
  Identifier,
  MinedSuggestions,
  MineRequest,
  SeedAnswer,
  Suggestion,
  SuggestionList,
  SuggestionStatus,
} from '@synapse/contract';
import * as z from 'zod';
import type { Aliases } from '../../../aliases/aliases.ts';
import type { Suggestions } from '../../../aliases/suggestions.ts';
import { slugHere } from '../../../exec/prepare/enter-workspace.ts';
import { listTool } from '../list-tool.ts';
import { defineTool, type Tool } from '../tool.ts';
import { CHANGES, DELETES, READS } from './annotations.ts';
import { Deleted, MachineArgument } from './arguments.ts';
import { CrewArgument, crewHandler, rowsOf, type WorkspaceServices } from './workspaces.ts';

interface AliasServices extends WorkspaceServices {
  readonly aliases: Aliases;
  readonly suggestions: Suggestions;
}

const SuggestionId = z.string().min(1).max(64).describe('id from synapse_list_alias_suggestions.');

const Row = Alias.extend({ crew: Identifier.nullable().optional() });

export const aliasReadTools = (services: AliasServices): Tool[] => [
  listTool('aliases', {
    name: 'synapse_list_aliases',
    description:
      'Three-letter codes that stand for commands, with hit_count. Run one with synapse_exec: command "@gst", or "@gst args" (appended, or put at {}).',
    scope: 'mcp:read',
    input: z.object({ crew: CrewArgument }),
    output: AliasList.extend({ aliases: z.array(Row) }),
    annotations: READS,
    handler: async ({ crew }, { caller }) => ({
      aliases: await rowsOf(services, caller, crew, Row, ({ id }) => services.aliases.list(id)),
    }),
  }),
  listTool('suggestions', {
    name: 'synapse_list_alias_suggestions',
    description: 'What synapse_mine_aliases found: commands that ran often and the code each would get.',
    scope: ['mcp:read', 'mcp:synapse'],
    everyMachine: true,
    input: z.object({ status: SuggestionStatus.optional(), crew: CrewArgument }),
    output: SuggestionList,
    annotations: READS,
    handler: crewHandler(services, 'read', SuggestionList, async ({ workspace }, { status }) => ({
      suggestions: await services.suggestions.list(workspace.id, status),
    })),
  }),
];

/** In the list of tools one description of it is enough. */
const SAME_SUGGESTION = Suggestion.meta({ brief: 'As in synapse_list_alias_suggestions.' });

export const aliasWriteTools = (services: AliasServices): Tool[] => [
  defineTool({
    name: 'synapse_put_alias',
    description:
      'Makes an alias, or changes the one with that code (its count stays). machine, cwd … are for calls that do not say them. One {} in the command is where arguments go; with |, &, ; or several lines it is the only way to take arguments. Not allowed: names of programs (git, npm …), codes of the starter shortcuts, a command that begins with an alias.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({
      code: AliasCode.describe('Three letters a–z.'),
      command: AliasCommand,
      ...ALIAS_CARRIES,
      machine: MachineArgument.optional(),
      crew: CrewArgument,
    }),
    output: Alias,
    annotations: DELETES,
    handler: crewHandler(services, 'write-aliases', Alias, ({ workspace }, { code, command, machine, ...carries }) =>
      services.aliases.put(workspace.id, code, command, {
        ...carries,
        ...(machine !== undefined && { machine: slugHere(workspace, machine) }),
      }),
    ),
  }),
  defineTool({
    name: 'synapse_rename_alias',
    description: 'Gives an alias another code; hit_count and last_used_at stay.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ code: AliasCode, new_code: AliasCode, crew: CrewArgument }),
    output: Alias,
    annotations: CHANGES,
    handler: crewHandler(services, 'write-aliases', Alias, ({ workspace }, { code, new_code }) =>
      services.aliases.rename(workspace.id, code, new_code),
    ),
  }),
  defineTool({
    name: 'synapse_delete_alias',
    description: 'Deletes an alias and its count. The audit log and the statistics stay.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ code: AliasCode, crew: CrewArgument }),
    output: Deleted,
    annotations: DELETES,
    handler: crewHandler(services, 'write-aliases', Deleted, async ({ workspace }, { code }) => {
      await services.aliases.remove(workspace.id, code);
      return { deleted: true as const };
    }),
  }),
  defineTool({
    name: 'synapse_seed_default_aliases',
    description: 'Installs the starter shortcuts that are missing (git, docker, compose, npm, systemd, logs, kubectl).',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ crew: CrewArgument }),
    output: SeedAnswer,
    annotations: { ...CHANGES, idempotentHint: true },
    handler: crewHandler(services, 'write-aliases', SeedAnswer, ({ workspace }) => services.aliases.seed(workspace.id)),
  }),
  defineTool({
    name: 'synapse_mine_aliases',
    description:
      'Looks through the commands of the last days for ones worth an alias; they replace the pending suggestions. Commands that differ in one argument come as one with {}.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: MineRequest.extend({ crew: CrewArgument }),
    output: MinedSuggestions.extend({ next_offset: z.int().optional() }),
    annotations: { ...CHANGES, idempotentHint: true },
    // The others are in synapse_list_alias_suggestions.
    part: (answer) => ({
      length: answer.suggestions.length,
      first: (length) => ({ ...answer, suggestions: answer.suggestions.slice(0, length), next_offset: length }),
    }),
    handler: crewHandler(services, 'write-aliases', MinedSuggestions, ({ workspace }, request) =>
      services.suggestions.mine(workspace.id, request),
    ),
  }),
  defineTool({
    name: 'synapse_accept_alias_suggestion',
    description: 'Makes a suggestion an alias, under its own code or the one you pass.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ id: SuggestionId, code: AliasCode.optional(), crew: CrewArgument }),
    output: SAME_SUGGESTION,
    annotations: { ...CHANGES, idempotentHint: true },
    handler: crewHandler(services, 'write-aliases', SAME_SUGGESTION, ({ workspace }, { id, code }) =>
      services.suggestions.accept(workspace.id, id, code),
    ),
  }),
  defineTool({
    name: 'synapse_reject_alias_suggestion',
    description: 'Turns a suggestion down for good: its command is not suggested again.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ id: SuggestionId, crew: CrewArgument }),
    output: SAME_SUGGESTION,
    annotations: DELETES,
    handler: crewHandler(services, 'write-aliases', SAME_SUGGESTION, ({ workspace }, { id }) =>
      services.suggestions.reject(workspace.id, id),
    ),
  }),
];
