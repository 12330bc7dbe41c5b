/** The Git hook. */
import { type CommandSpec, option } from '../command-spec.ts';
import { yes } from './shared-options.ts';

const clone = option(
  '--clone <path>',
  {
    fr: 'Un clone ; le dossier courant si aucun n’est nommé.',
    en: 'A clone; the current directory when none is named.',
  },
  { as: 'list' },
);
const shared = option('--shared-dir <dir>', {
  fr: 'Un dossier de hooks que ces clones partagent.',
  en: 'A hooks directory that these clones share.',
});
const everywhere = option('--global', { fr: 'Pour tous vos dépôts.', en: 'For all your repositories.' });

export const gitHook: readonly CommandSpec[] = [
  {
    path: 'hook install',
    about: {
      fr: 'Consigner désormais les commits d’un clone dans le journal d’un projet ; sans option, remettre le hook là où il a été perdu.',
      en: 'Record the commits of a clone in a project’s journal from now on; alone, put the hook back where it was lost.',
    },
    options: [
      option('--project <project>', {
        fr: 'Le nom ou le numéro du projet ; sinon SYNAPSE_PROJECT_ID, sinon la question est posée.',
        en: 'The project’s name or number; else SYNAPSE_PROJECT_ID, else you are asked.',
      }),
      option('-u, --username <name>', {
        fr: 'Le compte qui écrit ; sinon SYNAPSE_USERNAME, sinon le compte connecté.',
        en: 'The account that writes; else SYNAPSE_USERNAME, else the account that is signed in.',
      }),
      option('--password-file <file>', {
        fr: 'Son mot de passe, dans un fichier de mode 0600 hors du dépôt. Lu une seule fois.',
        en: 'Its password, in a file of mode 0600 outside the repository. Read once.',
      }),
      clone,
      shared,
      everywhere,
    ],
    examples: [
      'synapse hook install --project website',
      'synapse hook install --project 1 --username ada --password-file ~/.config/synapse/password',
      'synapse hook install',
    ],
    run: async (call) => (await import('../commands/hook.ts')).install(call),
  },
  {
    path: 'hook uninstall',
    about: {
      fr: 'Retirer le hook ; les hooks qui étaient là avant restent.',
      en: 'Remove the hook; hooks that were there before stay.',
    },
    options: [clone, shared, everywhere],
    examples: ['synapse hook uninstall'],
    run: async (call) => (await import('../commands/hook.ts')).uninstall(call),
  },
  {
    path: 'hook status',
    about: {
      fr: 'Afficher si le hook est installé ou perdu, ce qui reste à envoyer, et pourquoi il s’est arrêté.',
      en: 'Show whether the hook is installed or was lost, what is still to be sent, and why it was stopped.',
    },
    options: [clone],
    examples: ['synapse hook status'],
    run: async (call) => (await import('../commands/hook.ts')).status(call),
  },
  {
    path: 'hook flush',
    about: { fr: 'Envoyer ce qui attend encore.', en: 'Send what is still waiting.' },
    options: [clone],
    examples: ['synapse hook flush'],
    run: async (call) => (await import('../commands/hook.ts')).flush(call),
  },
  {
    path: 'hook tokens',
    about: {
      fr: 'Les jetons de vos hooks : chacun peut écrire dans le journal et rien d’autre.',
      en: 'The tokens of your hooks: each can write journal entries and nothing else.',
    },
    examples: ['synapse hook tokens'],
    run: async (call) => (await import('../commands/hook.ts')).listTokens(call),
  },
  {
    path: 'hook revoke',
    about: { fr: 'Révoquer le jeton d’un hook.', en: 'Revoke the token of a hook.' },
    args: ['<id>'],
    options: [yes],
    examples: ['synapse hook revoke 0198…'],
    run: async (call) => (await import('../commands/hook.ts')).revokeToken(call),
  },
];
