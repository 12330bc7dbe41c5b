/** What assistants may do: the policy, and what it says of a command. */
import { type CommandSpec, option } from '../command-spec.ts';
import { crew } from './shared-options.ts';

const instance = option('--instance', {
  fr: 'La politique de toute l’instance (rôle admin), qui rend plus strictes celles de tous.',
  en: 'The policy of the whole instance (role admin), which makes everybody’s stricter.',
});

export const policy: readonly CommandSpec[] = [
  {
    path: 'policy show',
    about: {
      fr: 'Afficher la politique en vigueur, telle qu’elle a été saisie.',
      en: 'Print the policy that is in force, as it was typed.',
    },
    options: [crew, instance],
    examples: ['synapse policy show', 'synapse policy show > policy.yaml'],
    run: async (call) => (await import('../commands/policy.ts')).showPolicy(call),
  },
  {
    path: 'policy edit',
    about: {
      fr: 'Ouvrir la politique dans votre éditeur ($VISUAL, $EDITOR) et la mettre en vigueur ; ou la prendre d’un fichier.',
      en: 'Open the policy in your editor ($VISUAL, $EDITOR) and put it in force; or take it from a file.',
    },
    options: [
      crew,
      instance,
      option('--file <path>', {
        fr: 'Mettre plutôt ce fichier en vigueur ; - est l’entrée standard.',
        en: 'Put this file in force instead; - is stdin.',
      }),
    ],
    examples: ['synapse policy edit', 'synapse policy edit --file policy.yaml'],
    run: async (call) => (await import('../commands/policy.ts')).editPolicy(call),
  },
  {
    path: 'policy check',
    about: {
      fr: 'Dire si un fichier est une politique, et où il ne l’est pas. Rien n’est mis en vigueur.',
      en: 'Say whether a file is a policy, and where it is not. Nothing is put in force.',
    },
    args: ['[file]'],
    options: [crew],
    examples: ['synapse policy check policy.yaml', 'synapse policy check < policy.yaml'],
    run: async (call) => (await import('../commands/policy.ts')).checkPolicy(call),
  },
  {
    path: 'policy replay',
    about: {
      fr: 'Montrer ce qu’une politique aurait décidé autrement pour les commandes des derniers jours.',
      en: 'Show what a policy would have decided differently about the commands of the last days.',
    },
    args: ['[file]'],
    options: [
      crew,
      option(
        '--days <days>',
        { fr: 'Sur combien de jours, de 1 à 90 ; sinon 7.', en: 'How many days back, 1 to 90; 7 without it.' },
        { as: 'number' },
      ),
    ],
    examples: ['synapse policy replay policy.yaml --days 30'],
    run: async (call) => (await import('../commands/policy.ts')).replayPolicy(call),
  },
  {
    path: 'explain',
    about: {
      fr: 'Dire ce que la politique décide d’une commande, partie par partie, et pourquoi. N’exécute rien.',
      en: 'Say what the policy decides about a command, part by part and why. Runs nothing.',
    },
    args: ['<machine>', '<command...>'],
    options: [
      option('-c, --container <name>', {
        fr: 'Le conteneur où elle tournerait.',
        en: 'The container it would run in.',
      }),
      option('-C, --cwd <path>', { fr: 'Le dossier où elle tournerait.', en: 'The directory it would run in.' }),
    ],
    examples: ['synapse explain prod-1 -- systemctl restart nginx'],
    run: async (call) => (await import('../commands/policy.ts')).explain(call),
  },
];
