/** What ran, and what it saved. */
import { type CommandSpec, option } from '../command-spec.ts';
import { crew } from './shared-options.ts';

export const history: readonly CommandSpec[] = [
  {
    path: 'logs',
    about: {
      fr: 'Lister les commandes passées, de la plus ancienne à la plus récente ; ou tout ce que le journal sait de l’une d’elles.',
      en: 'List past commands, oldest first; or all that the log knows of one of them.',
    },
    args: ['[execution]'],
    options: [
      crew,
      option('-f, --follow', {
        fr: 'Afficher aussi les nouvelles à mesure qu’elles arrivent.',
        en: 'Keep printing new ones as they come.',
      }),
      option(
        '-n, --limit <n>',
        { fr: 'Combien, de 1 à 200.', en: 'How many, 1 to 200.' },
        { as: 'number', fallback: 20 },
      ),
      option('-m, --machine <slug>', { fr: 'Seulement celles de cette machine.', en: 'Only those of this machine.' }),
      option('--failed', { fr: 'Seulement celles qui ont échoué.', en: 'Only those that failed.' }),
      option('--since <time>', {
        fr: 'À partir de cette date (ISO 8601), ou depuis si longtemps : 30m, 2h, 3d.',
        en: 'From this time on (ISO 8601), or since so long ago: 30m, 2h, 3d.',
      }),
      option('--grep <words>', {
        fr: 'Seulement celles qui contiennent ces mots, même à peine commencés.',
        en: 'Only those with these words, which may be only begun.',
      }),
      option('--all-users', {
        fr: 'Celles de tout le monde, avec leur auteur (rôle admin).',
        en: 'Those of everybody, each with its user (role admin).',
      }),
    ],
    examples: [
      'synapse logs -n 50',
      'synapse logs --since 2h --failed --grep deploy',
      'synapse logs 01jd2y4k0zv3w',
      'synapse logs --follow --json',
    ],
    run: async (call) => (await import('../commands/logs.ts')).logs(call),
  },
  {
    path: 'output',
    about: {
      fr: 'Afficher ce qu’une commande passée a écrit ; un jour après, ce n’est plus gardé.',
      en: 'Print what a past command printed; after a day it is no longer kept.',
    },
    args: ['<execution>'],
    examples: ['synapse output 01jd2y4k0zv3w'],
    run: async (call) => (await import('../commands/logs.ts')).output(call),
  },
  {
    path: 'audit verify',
    about: {
      fr: 'Vérifier que personne n’a altéré le journal d’audit ; code de sortie 1 si c’est le cas.',
      en: 'Check that the audit log was not altered; exit code 1 if it was.',
    },
    options: [
      crew,
      option('--offline', {
        fr: 'Vérifier le journal de chaque utilisateur, directement dans le dossier de données.',
        en: 'Check every user’s log, directly in the data directory.',
      }),
    ],
    examples: ['synapse audit verify', 'synapse audit verify --offline'],
    run: async (call) => (await import('../commands/audit.ts')).verify(call),
  },
  {
    path: 'audit export',
    about: {
      fr: 'Exporter le journal d’audit en JSON Lines ou CSV, vers la sortie standard ou un fichier.',
      en: 'Export the audit log as JSON Lines or CSV, to stdout or a file.',
    },
    options: [
      crew,
      option(
        '--format <format>',
        { fr: 'Le format.', en: 'The format.' },
        { choices: ['jsonl', 'csv'], fallback: 'jsonl' },
      ),
      option('-o, --output <file>', {
        fr: 'Un nouveau fichier, au lieu de la sortie standard.',
        en: 'A new file, instead of stdout.',
      }),
      option('--since <time>', { fr: 'À partir de cette date (ISO 8601).', en: 'From this time on (ISO 8601).' }),
      option('--until <time>', { fr: 'Avant cette date (ISO 8601).', en: 'Before this time (ISO 8601).' }),
      option('--all-users', {
        fr: 'Les entrées de tous les utilisateurs (rôle admin).',
        en: 'Entries of all users (role admin).',
      }),
    ],
    examples: ['synapse audit export --format csv -o audit.csv'],
    run: async (call) => (await import('../commands/audit.ts')).exportLog(call),
  },
  {
    path: 'stats',
    about: {
      fr: 'Afficher ce que la compaction et les alias ont économisé.',
      en: 'Show what compaction and aliases have saved.',
    },
    options: [
      crew,
      option(
        '--days <n>',
        { fr: 'Combien de jours, de 1 à 365.', en: 'How many days, 1 to 365.' },
        { as: 'number', fallback: 30 },
      ),
      option(
        '--by <group>',
        { fr: 'Ajouter une ligne par jour ou par utilisateur.', en: 'Add a line per day or per user.' },
        { choices: ['day', 'user'] },
      ),
    ],
    examples: ['synapse stats --days 7 --by day'],
    run: async (call) => (await import('../commands/stats.ts')).stats(call),
  },
];
