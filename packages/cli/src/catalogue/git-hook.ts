/** The Git hook. */
import { type CommandSpec, option } from '../command-spec.ts';
import { yes } from './shared-options.ts';

const clone = option('--clone <path>', 'A clone; the current directory when none is named.', { as: 'list' });
const shared = option('--shared-dir <dir>', 'A hooks directory that these clones share.');
const everywhere = option('--global', 'For all your repositories.');

export const gitHook: readonly CommandSpec[] = [
  {
    path: 'hook install',
    about:
      'Record the commits of a clone in a project’s journal from now on; alone, put the hook back where it was lost.',
    options: [
      option('--project <id>', 'The project’s number; else SYNAPSE_PROJECT_ID.', { as: 'number' }),
      option('-u, --username <name>', 'The account that writes; else SYNAPSE_USERNAME, else whoever is signed in.'),
      option('--password-file <file>', 'Its password, in a file of mode 0600 outside the repository. Read once.'),
      clone,
      shared,
      everywhere,
    ],
    examples: [
      'synapse hook install --project 1',
      'synapse hook install --project 1 --username ada --password-file ~/.config/synapse/password',
      'synapse hook install',
    ],
    run: async (call) => (await import('../commands/hook.ts')).install(call),
  },
  {
    path: 'hook uninstall',
    about: 'Remove the hook; hooks that were there before stay.',
    options: [clone, shared, everywhere],
    examples: ['synapse hook uninstall'],
    run: async (call) => (await import('../commands/hook.ts')).uninstall(call),
  },
  {
    path: 'hook status',
    about: 'Show whether the hook is installed or was lost, what is still to be sent, and why it was stopped.',
    options: [clone],
    examples: ['synapse hook status'],
    run: async (call) => (await import('../commands/hook.ts')).status(call),
  },
  {
    path: 'hook flush',
    about: 'Send what is still waiting.',
    options: [clone],
    examples: ['synapse hook flush'],
    run: async (call) => (await import('../commands/hook.ts')).flush(call),
  },
  {
    path: 'hook tokens',
    about: 'The tokens of your hooks: each can write journal entries and nothing else.',
    examples: ['synapse hook tokens'],
    run: async (call) => (await import('../commands/hook.ts')).listTokens(call),
  },
  {
    path: 'hook revoke',
    about: 'Revoke the token of a hook.',
    args: ['<id>'],
    options: [yes],
    examples: ['synapse hook revoke 0198…'],
    run: async (call) => (await import('../commands/hook.ts')).revokeToken(call),
  },
];
