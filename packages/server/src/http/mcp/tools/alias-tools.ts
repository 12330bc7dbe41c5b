/** Aliases and their suggestions. */
import {
  ALIAS_CARRIES,
  Alias,
  AliasCode,
  AliasCommand,
  AliasList,
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
import { defineTool, type Tool } from '../tool.ts';
import { CHANGES, DELETES, READS } from './annotations.ts';
import { Deleted } from './arguments.ts';

interface AliasServices {
  readonly aliases: Aliases;
  readonly suggestions: Suggestions;
}

const SuggestionId = z.string().min(1).max(64).describe('id from synapse_list_alias_suggestions.');

export const aliasReadTools = ({ aliases, suggestions }: AliasServices): Tool[] => [
  defineTool({
    name: 'synapse_list_aliases',
    description:
      'Three-letter codes that stand for commands, with hit_count. Run one with synapse_exec: command "@gst", or "@gst args" (appended, or put at {}).',
    scope: 'mcp:read',
    input: z.object({}),
    output: AliasList,
    annotations: READS,
    handler: async (_args, { caller }) => ({ aliases: await aliases.list(caller.userId) }),
  }),
  defineTool({
    name: 'synapse_list_alias_suggestions',
    description: 'What synapse_mine_aliases found: commands that ran often and the code each would get.',
    scope: ['mcp:read', 'mcp:synapse'],
    everyMachine: true,
    input: z.object({ status: SuggestionStatus.optional() }),
    output: SuggestionList,
    annotations: READS,
    handler: async ({ status }, { caller }) => ({ suggestions: await suggestions.list(caller.userId, status) }),
  }),
];

/** In the list of tools one description of it is enough. */
const SAME_SUGGESTION = Suggestion.meta({ brief: 'As in synapse_list_alias_suggestions.' });

export const aliasWriteTools = ({ aliases, suggestions }: AliasServices): Tool[] => [
  defineTool({
    name: 'synapse_put_alias',
    description:
      'Makes an alias, or changes the one with that code (its count stays). machine, cwd … are for calls that do not say them. One {} in the command is where arguments go; with |, &, ; or several lines it is the only way to take arguments. Not allowed: names of programs (git, npm …), codes of the starter shortcuts, a command that begins with an alias.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ code: AliasCode, command: AliasCommand, ...ALIAS_CARRIES }),
    output: Alias,
    annotations: DELETES,
    handler: ({ code, command, ...carries }, { caller }) => aliases.put(caller.userId, code, command, carries),
  }),
  defineTool({
    name: 'synapse_rename_alias',
    description: 'Gives an alias another code; hit_count and last_used_at stay.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ code: AliasCode, new_code: AliasCode }),
    output: Alias,
    annotations: CHANGES,
    handler: ({ code, new_code }, { caller }) => aliases.rename(caller.userId, code, new_code),
  }),
  defineTool({
    name: 'synapse_delete_alias',
    description: 'Deletes an alias and its count. The audit log and the statistics stay.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ code: AliasCode }),
    output: Deleted,
    annotations: DELETES,
    handler: async ({ code }, { caller }) => {
      await aliases.remove(caller.userId, code);
      return { deleted: true as const };
    },
  }),
  defineTool({
    name: 'synapse_seed_default_aliases',
    description: 'Installs the starter shortcuts that are missing (git, docker, compose, npm, systemd, logs, kubectl).',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({}),
    output: SeedAnswer,
    annotations: { ...CHANGES, idempotentHint: true },
    handler: (_args, { caller }) => aliases.seed(caller.userId),
  }),
  defineTool({
    name: 'synapse_mine_aliases',
    description:
      'Looks through the commands of the last days for ones worth an alias (at least 8 tokens a use); they replace the pending suggestions. Commands that differ in one argument come as one with {}.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: MineRequest,
    output: MinedSuggestions,
    annotations: { ...CHANGES, idempotentHint: true },
    handler: (request, { caller }) => suggestions.mine(caller.userId, request),
  }),
  defineTool({
    name: 'synapse_accept_alias_suggestion',
    description: 'Makes a suggestion an alias, under its own code or the one you pass.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ id: SuggestionId, code: AliasCode.optional() }),
    output: SAME_SUGGESTION,
    annotations: { ...CHANGES, idempotentHint: true },
    handler: ({ id, code }, { caller }) => suggestions.accept(caller.userId, id, code),
  }),
  defineTool({
    name: 'synapse_reject_alias_suggestion',
    description: 'Turns a suggestion down for good: its command is not suggested again.',
    scope: 'mcp:synapse',
    everyMachine: true,
    input: z.object({ id: SuggestionId }),
    output: SAME_SUGGESTION,
    annotations: DELETES,
    handler: ({ id }, { caller }) => suggestions.reject(caller.userId, id),
  }),
];
