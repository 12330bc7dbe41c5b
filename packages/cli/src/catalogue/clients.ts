/** AI clients and shells. */

import { AI_CLIENT_IDS } from '@synapse/contract/ai-clients';
import { type CommandSpec, option } from '../command-spec.ts';

export const clients: readonly CommandSpec[] = [
  {
    path: 'mcp config',
    about: 'Print the configuration that connects an AI client, or write it into the client’s own file.',
    options: [
      option('--client <client>', 'Which client.', { choices: AI_CLIENT_IDS }),
      option('--write', 'Write it into the client’s file; everything else in the file stays, comments included.'),
      option('--dry-run', 'With --write: print what the file would become.'),
      option('--file <path>', 'Use this file instead of the client’s own.'),
      option('--project <folder>', 'The folder of the project whose file is meant; else the one you are in.'),
      option('--global', 'The user’s file instead of the project’s, where a client has both.'),
      option('--core', 'Only the tools for machines, commands and the journal: a third of the tokens (?tools=core).'),
      option('--name <name>', 'The name of the server in the client.', { fallback: 'synapse' }),
      option('--bridge <bridge>', 'A local program in between, for clients that only start programs.', {
        choices: ['synapse', 'mcp-remote'],
      }),
    ],
    examples: [
      'synapse mcp config --client cursor',
      'synapse mcp config --client claude --write',
      'synapse mcp config --client codex --bridge synapse --core --write',
    ],
    run: async (call) => (await import('../commands/mcp.ts')).config(call),
  },
  {
    path: 'mcp stdio',
    about: 'A bridge for clients that only start local programs: MCP on stdin and stdout, over HTTP to the service.',
    options: [
      option('--token-file <file>', 'The AI token, in a file of mode 0600; else SYNAPSE_TOKEN, else the saved one.'),
      option('--core', 'Show only the core of the tools (?tools=core).'),
    ],
    examples: ['SYNAPSE_TOKEN=dk_ai_… synapse mcp stdio', 'synapse mcp stdio --token-file ~/.config/synapse/token'],
    run: async (call) => (await import('../commands/mcp.ts')).stdio(call),
  },
];
