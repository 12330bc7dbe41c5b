/** Machines, secrets, and running a command. */
import { type CommandSpec, option } from '../command-spec.ts';
import { yes } from './shared-options.ts';

export const machines: readonly CommandSpec[] = [
  {
    path: 'machine add',
    about: 'Register a machine. Credentials are names of secrets, never values.',
    args: ['<slug>'],
    options: [
      option('--kind <kind>', 'How it is reached.', { choices: ['local', 'ssh', 'docker', 'agent'], fallback: 'ssh' }),
      option('--label <text>', 'What people call it.'),
      option('--host <host>', 'ssh: its address. docker: host:port of the engine.'),
      option('--port <port>', 'ssh: its port.', { as: 'number' }),
      option('--user <name>', 'ssh: the user to log in as.'),
      option('--key-secret <name>', 'ssh, docker: the secret with the private key.'),
      option('--password-secret <name>', 'ssh: the secret with the password.'),
      option('--passphrase-secret <name>', 'ssh: the secret with the passphrase of the key.'),
      option('--host-key <key>', 'ssh: the host key to expect; else the first one seen is pinned.'),
      option('--socket <path>', 'docker: the engine’s socket.'),
      option('--ca-secret <name>', 'docker: the secret with the certificate authority.'),
      option('--cert-secret <name>', 'docker: the secret with the client certificate.'),
      option('--containers <names>', 'Containers that may be used, comma-separated.', { as: 'list' }),
      option('--default-container <name>', 'The one to use when none is named.'),
      option('--default-cwd <path>', 'The directory to use when none is named.'),
    ],
    examples: [
      'synapse machine add web-1 --host web-1.example --user deploy --key-secret WEB_KEY',
      'synapse machine add lab --kind docker --socket /var/run/docker.sock --containers app,db',
      'synapse machine add laptop --kind agent',
    ],
    run: async (call) => (await import('../commands/machine.ts')).addMachine(call),
  },
  {
    path: 'machine list',
    about: 'List your machines.',
    examples: ['synapse machine list'],
    run: async (call) => (await import('../commands/machine.ts')).listMachines(call),
  },
  {
    path: 'machine test',
    about: 'Try to reach a machine, and say what failed.',
    args: ['<slug>'],
    examples: ['synapse machine test local'],
    run: async (call) => (await import('../commands/machine.ts')).testMachine(call),
  },
  {
    path: 'machine rm',
    about: 'Delete a machine.',
    args: ['<slug>'],
    options: [yes],
    examples: ['synapse machine rm web-1 --yes'],
    run: async (call) => (await import('../commands/machine.ts')).removeMachine(call),
  },
  {
    path: 'secret set',
    about: 'Store or replace a secret, from stdin or a hidden prompt, never from the command line.',
    args: ['<name>'],
    options: [
      option('--machines <globs>', 'Where it may be used, comma-separated; * for anywhere.', { as: 'list' }),
      option('--programs <globs>', 'Which programs may be handed it, comma-separated; * for any.', { as: 'list' }),
    ],
    examples: [
      'synapse secret set DB_PASSWORD',
      'synapse secret set WEB_KEY < ~/.ssh/id_ed25519',
      'synapse secret set STRIPE_KEY --machines billing --programs curl',
    ],
    run: async (call) => (await import('../commands/secret.ts')).setSecret(call),
  },
  {
    path: 'secret list',
    about: 'List the names of your secrets.',
    examples: ['synapse secret list'],
    run: async (call) => (await import('../commands/secret.ts')).listSecrets(call),
  },
  {
    path: 'secret rm',
    about: 'Delete a secret.',
    args: ['<name>'],
    options: [yes],
    examples: ['synapse secret rm DB_PASSWORD --yes'],
    run: async (call) => (await import('../commands/secret.ts')).removeSecret(call),
  },
  {
    path: 'exec',
    about: 'Run a command on a machine, print its output as it comes, and end with its exit code. Ctrl-C cancels it.',
    args: ['<machine>', '<command...>'],
    options: [
      option('-c, --container <name>', 'The container to run in.'),
      option('-C, --cwd <path>', 'The directory to run in.'),
      option('-t, --timeout <seconds>', 'Kill the command after so many seconds, 1 to 300.', { as: 'number' }),
      option('--compact', 'Print what an assistant would get, once it is done.'),
    ],
    examples: [
      'synapse exec local -- uname -a',
      'synapse exec web-1 -C /srv/app -- git status',
      `synapse exec db -- 'PGPASSWORD="{{DB_PASSWORD}}" psql -c "select 1"'`,
    ],
    run: async (call) => (await import('../commands/exec.ts')).exec(call),
  },
];
