/** Taking over what another program knows. */
import { type CommandSpec, option } from '../command-spec.ts';
import { yes } from './shared-options.ts';

export const importing: readonly CommandSpec[] = [
  {
    path: 'import ssh-config',
    about: {
      fr: 'Créer des machines à partir d’une configuration ssh : montre ce qu’elle donnerait, demande, puis les crée.',
      en: 'Make machines from an ssh configuration: shows what it would give, asks, and makes them.',
    },
    args: ['[file]'],
    options: [
      option(
        '--only <names>',
        {
          fr: 'Seulement ces noms ou motifs, séparés par des virgules.',
          en: 'Only these names or patterns, comma-separated.',
        },
        { as: 'list' },
      ),
      option('--dry-run', { fr: 'Montrer seulement, sans rien créer.', en: 'Only show; make nothing.' }),
      option('--agent', {
        fr: 'Se connecter par l’agent ssh du service : aucune clé n’est copiée.',
        en: 'Log in by the ssh agent of the service: no key is copied.',
      }),
      option('--keys', {
        fr: 'Copier les clés dans le coffre sans demander.',
        en: 'Copy the keys into the vault without asking.',
      }),
      yes,
    ],
    examples: [
      'synapse import ssh-config --dry-run',
      "synapse import ssh-config ~/.ssh/config --only 'web-*'",
      'synapse import ssh-config --yes --keys',
    ],
    run: async (call) => (await import('../commands/import-ssh-config.ts')).importSshConfig(call),
  },
];
