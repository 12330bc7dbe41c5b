/** What ran, and what it saved. */
import { type CommandSpec, option } from '../command-spec.ts';

export const history: readonly CommandSpec[] = [
  {
    path: 'logs',
    about: 'List past commands, oldest first.',
    options: [
      option('-f, --follow', 'Keep printing new ones as they come.'),
      option('-n, --limit <n>', 'How many, 1 to 200.', { as: 'number', fallback: 20 }),
      option('-m, --machine <slug>', 'Only those of this machine.'),
      option('--failed', 'Only those that failed.'),
    ],
    examples: ['synapse logs -n 50', 'synapse logs --follow --json'],
    run: async (call) => (await import('../commands/logs.ts')).logs(call),
  },
  {
    path: 'audit verify',
    about: 'Check that nobody has altered the audit log; exit code 1 when somebody has.',
    options: [option('--offline', 'Check every user’s log, directly in the data directory.')],
    examples: ['synapse audit verify', 'synapse audit verify --offline'],
    run: async (call) => (await import('../commands/audit.ts')).verify(call),
  },
  {
    path: 'audit export',
    about: 'Export the audit log as JSON Lines or CSV, to stdout or a file.',
    options: [
      option('--format <format>', 'The format.', { choices: ['jsonl', 'csv'], fallback: 'jsonl' }),
      option('-o, --output <file>', 'A new file, instead of stdout.'),
      option('--since <time>', 'From this time on (ISO 8601).'),
      option('--until <time>', 'Before this time (ISO 8601).'),
      option('--all-users', 'Entries of all users (role admin).'),
    ],
    examples: ['synapse audit export --format csv -o audit.csv'],
    run: async (call) => (await import('../commands/audit.ts')).exportLog(call),
  },
  {
    path: 'stats',
    about: 'Show what compaction and aliases have saved.',
    options: [
      option('--days <n>', 'How many days, 1 to 365.', { as: 'number', fallback: 30 }),
      option('--by <group>', 'Add a line per day or per user.', { choices: ['day', 'user'] }),
    ],
    examples: ['synapse stats --days 7 --by day'],
    run: async (call) => (await import('../commands/stats.ts')).stats(call),
  },
];
