/** Aliases and own filters. */
import { type CommandSpec, option } from '../command-spec.ts';
import { yes } from './shared-options.ts';

export const shortcuts: readonly CommandSpec[] = [
  {
    path: 'alias set',
    about: 'Create or change an alias; {} marks where its arguments go.',
    args: ['<code>', '<command...>'],
    examples: [`synapse alias set glo 'git log --oneline {}'`],
    run: async (call) => (await import('../commands/alias.ts')).setAlias(call),
  },
  {
    path: 'alias list',
    about: 'List your aliases and how often each was used.',
    examples: ['synapse alias list'],
    run: async (call) => (await import('../commands/alias.ts')).listAliases(call),
  },
  {
    path: 'alias rename',
    about: 'Give an alias another code; its count of uses stays.',
    args: ['<code>', '<new-code>'],
    examples: ['synapse alias rename glo gol'],
    run: async (call) => (await import('../commands/alias.ts')).renameAlias(call),
  },
  {
    path: 'alias rm',
    about: 'Delete an alias.',
    args: ['<code>'],
    options: [yes],
    examples: ['synapse alias rm glo --yes'],
    run: async (call) => (await import('../commands/alias.ts')).removeAlias(call),
  },
  {
    path: 'alias seed',
    about: 'Install the starter aliases.',
    examples: ['synapse alias seed'],
    run: async (call) => (await import('../commands/alias.ts')).seedAliases(call),
  },
  {
    path: 'alias mine',
    about: 'Look for commands that are worth an alias.',
    options: [
      option('--days <n>', 'How far to look back.', { as: 'number' }),
      option('--min-count <n>', 'How often it must have succeeded.', { as: 'number' }),
    ],
    examples: ['synapse alias mine --days 14'],
    run: async (call) => (await import('../commands/alias.ts')).mineAliases(call),
  },
  {
    path: 'alias suggestions',
    about: 'List suggested aliases; accept or reject one by its id.',
    options: [
      option('--accept <id>', 'Make it an alias.'),
      option('--code <code>', 'With --accept: under this code.'),
      option('--reject <id>', 'Never suggest it again.'),
    ],
    examples: ['synapse alias suggestions', 'synapse alias suggestions --accept 01j…'],
    run: async (call) => (await import('../commands/alias.ts')).suggestions(call),
  },
  {
    path: 'filter test',
    about: 'Test a filter file against its own cases; the service need not be running.',
    args: ['<file>'],
    examples: ['synapse filter test my-tool.json'],
    run: async (call) => (await import('../commands/filter.ts')).testFilter(call),
  },
  {
    path: 'filter set',
    about: 'Store a filter file; its own cases must pass.',
    args: ['<file>'],
    examples: ['synapse filter set my-tool.json'],
    run: async (call) => (await import('../commands/filter.ts')).setFilter(call),
  },
  {
    path: 'filter list',
    about: 'List your own filters, in the order they are tried.',
    examples: ['synapse filter list'],
    run: async (call) => (await import('../commands/filter.ts')).listFilters(call),
  },
  {
    path: 'filter rm',
    about: 'Delete a filter.',
    args: ['<name>'],
    options: [yes],
    examples: ['synapse filter rm my-tool --yes'],
    run: async (call) => (await import('../commands/filter.ts')).removeFilter(call),
  },
];
