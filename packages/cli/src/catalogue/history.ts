/** What ran, and what it saved. */
import { type CommandSpec, option } from '../command-spec.ts';

export const history: readonly CommandSpec[] = [
  {
    path: 'logs',
    about: 'Past commands, oldest first.',
    options: [
      option('-f, --follow', 'Go on with what happens now.'),
      option('-n, --limit <n>', 'How many, 1 to 200.', { as: 'number', fallback: 20 }),
      option('-m, --machine <slug>', 'Only of this machine.'),
      option('--failed', 'Only what did not succeed.'),
    ],
    examples: ['synapse logs -n 50', 'synapse logs --follow --json'],
    run: async (call) => (await import('../commands/logs.ts')).logs(call),
  },
  {
    path: 'audit verify',
    about: 'Whether the log is what was written; exit code 1 when it is not.',
    options: [option('--offline', 'Every user’s log, on the data directory itself.')],
    examples: ['synapse audit verify', 'synapse audit verify --offline'],
    run: async (call) => (await import('../commands/audit.ts')).verify(call),
  },
  {
    path: 'audit export',
    about: 'The log as JSON Lines or CSV, on stdout or into a file.',
    options: [
      option('--format <format>', 'The format.', { choices: ['jsonl', 'csv'], fallback: 'jsonl' }),
      option('-o, --output <file>', 'A new file, instead of stdout.'),
      option('--since <time>', 'From this time on (ISO 8601).'),
      option('--until <time>', 'Before this time (ISO 8601).'),
      option('--all-users', 'Role admin: of everybody.'),
    ],
    examples: ['synapse audit export --format csv -o audit.csv'],
    run: async (call) => (await import('../commands/audit.ts')).exportLog(call),
  },
  {
    path: 'stats',
    about: 'What compaction and aliases have saved.',
    options: [
      option('--days <n>', 'How many days, 1 to 365.', { as: 'number', fallback: 30 }),
      option('--by <group>', 'Add a line per day or per user.', { choices: ['day', 'user'] }),
    ],
    examples: ['synapse stats --days 7 --by day'],
    run: async (call) => (await import('../commands/stats.ts')).stats(call),
  },
];
