/** The Git hook. */
import { type CommandSpec, option } from '../command-spec.ts';

const clone = option('--clone <path>', 'A clone; the current directory when none is named.', { as: 'list' });
const shared = option('--shared-dir <dir>', 'A hooks directory that these clones share.');
const everywhere = option('--global', 'For all your repositories.');

export const gitHook: readonly CommandSpec[] = [
  {
    path: 'hook install',
    about: 'Record the commits of a clone in a project’s journal from now on.',
    options: [
      option('--project <id>', 'The project’s number; else SYNAPSE_PROJECT_ID.', { as: 'number' }),
      option('-u, --username <name>', 'The account that writes; else SYNAPSE_USERNAME.'),
      option('--password-file <file>', 'Its password, in a file of mode 0600 outside the repository.'),
      clone,
      shared,
      everywhere,
    ],
    examples: ['synapse hook install --project 1 --username ada --password-file ~/.config/synapse/password'],
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
    about: 'Show whether the hook is installed and what is still to be sent.',
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
];
