/** Running the service and looking after it. */

import { AI_CLIENT_IDS } from '@synapse/contract/ai-clients';
import { type CommandSpec, option } from '../command-spec.ts';

const passphraseFile = option('--passphrase-file <file>', 'Read the passphrase from this file; - reads stdin.');

export const service: readonly CommandSpec[] = [
  {
    path: 'serve',
    about: 'Start the service with the configuration of the environment.',
    examples: ['synapse serve', 'SYNAPSE_PORT=9000 synapse serve --data-dir /var/lib/synapse'],
    run: async (call) => (await import('../commands/serve.ts')).serve(call),
  },
  {
    path: 'quickstart',
    about: 'From nothing to a running instance: account, AI token, session, client configuration, service.',
    options: [
      option('--client <client>', 'Also connect this client: its file is written, with the token where it finds it.', {
        choices: AI_CLIENT_IDS,
      }),
      option(
        '--project <folder>',
        'The project that the client works in; else it is asked for, or the one you are in.',
      ),
    ],
    examples: ['synapse quickstart', 'synapse quickstart --client cursor --project ~/my-project'],
    run: async (call) => (await import('../commands/quickstart.ts')).quickstart(call),
  },
  {
    path: 'migrate',
    about: 'Update the database to the schema of this version.',
    options: [option('--check', 'Only list the migrations to be applied; exit code 1 when there are any.')],
    examples: ['synapse migrate --check', 'SYNAPSE_DATABASE_URL_FILE=/run/secrets/db synapse migrate'],
    run: async (call) => (await import('../commands/migrate.ts')).migrate(call),
  },
  {
    path: 'backup',
    about: 'Write the whole instance into one encrypted file, while it runs.',
    args: ['<file>'],
    options: [
      option(
        '--include-master-key',
        'Include the master key: whoever has the file and its passphrase then has every secret.',
      ),
      passphraseFile,
    ],
    examples: ['synapse backup synapse.backup', 'synapse backup /mnt/b.backup --passphrase-file ~/.backup-passphrase'],
    run: async (call) => (await import('../commands/backup.ts')).backup(call),
  },
  {
    path: 'restore',
    about: 'Put a backup into an empty data directory or database; refuses to overwrite anything.',
    args: ['<file>'],
    options: [passphraseFile],
    examples: ['synapse restore synapse.backup --data-dir ./restored'],
    run: async (call) => (await import('../commands/backup.ts')).restore(call),
  },
  {
    path: 'doctor',
    about: 'Check this installation for problems, and say how to fix them.',
    examples: ['synapse doctor', 'synapse doctor --json'],
    run: async (call) => (await import('../commands/doctor.ts')).doctor(call),
  },
  {
    path: 'vault rotate',
    about: 'Replace the master key; the service must be stopped.',
    options: [option('--new-key-file <file>', 'Where the new key goes when the old one comes from the configuration.')],
    examples: ['synapse vault rotate'],
    run: async (call) => (await import('../commands/vault.ts')).rotate(call),
  },
];
