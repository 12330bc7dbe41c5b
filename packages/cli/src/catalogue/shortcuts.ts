/** Aliases and own filters. */
import { type CommandSpec, option } from '../command-spec.ts';
import { crew, yes } from './shared-options.ts';

export const shortcuts: readonly CommandSpec[] = [
  {
    path: 'alias set',
    about: {
      fr: 'Créer ou modifier un alias ; {} marque la place de ses arguments.',
      en: 'Create or change an alias; {} marks where its arguments go.',
    },
    args: ['<code>', '<command...>'],
    options: [
      crew,
      option('--machine <slug>', {
        fr: 'Sa machine, si l’appel n’en nomme pas.',
        en: 'Its machine, where the call names none.',
      }),
      option('--container <name>', {
        fr: 'Son conteneur, si l’appel n’en nomme pas.',
        en: 'Its container, where the call names none.',
      }),
      option('--cwd <path>', {
        fr: 'Son dossier, si l’appel n’en nomme pas.',
        en: 'Its directory, where the call names none.',
      }),
      option(
        '--timeout <seconds>',
        {
          fr: 'Son délai en secondes, de 1 à 300, si l’appel n’en donne pas.',
          en: 'Its time limit in seconds, 1 to 300, where the call gives none.',
        },
        { as: 'number' },
      ),
    ],
    examples: [
      `synapse alias set glo 'git log --oneline {}'`,
      `synapse alias set --machine web-1 --cwd /srv/app dpl 'git pull && make deploy'`,
    ],
    run: async (call) => (await import('../commands/alias.ts')).setAlias(call),
  },
  {
    path: 'alias list',
    about: {
      fr: 'Lister vos alias et le nombre d’utilisations de chacun.',
      en: 'List your aliases and how often each was used.',
    },
    options: [crew],
    examples: ['synapse alias list'],
    run: async (call) => (await import('../commands/alias.ts')).listAliases(call),
  },
  {
    path: 'alias rename',
    about: {
      fr: 'Donner un autre code à un alias ; son nombre d’utilisations est conservé.',
      en: 'Give an alias another code; its count of uses stays.',
    },
    args: ['<code>', '<new-code>'],
    options: [crew],
    examples: ['synapse alias rename glo gol'],
    run: async (call) => (await import('../commands/alias.ts')).renameAlias(call),
  },
  {
    path: 'alias rm',
    about: { fr: 'Supprimer un alias.', en: 'Delete an alias.' },
    args: ['<code>'],
    options: [crew, yes],
    examples: ['synapse alias rm glo --yes'],
    run: async (call) => (await import('../commands/alias.ts')).removeAlias(call),
  },
  {
    path: 'alias seed',
    about: { fr: 'Installer les alias de départ.', en: 'Install the starter aliases.' },
    options: [crew],
    examples: ['synapse alias seed'],
    run: async (call) => (await import('../commands/alias.ts')).seedAliases(call),
  },
  {
    path: 'alias mine',
    about: {
      fr: 'Chercher les commandes qui mériteraient un alias.',
      en: 'Look for commands that are worth an alias.',
    },
    options: [
      crew,
      option('--days <n>', { fr: 'Sur combien de jours chercher.', en: 'How far to look back.' }, { as: 'number' }),
      option(
        '--min-count <n>',
        { fr: 'Combien de fois elle doit avoir réussi.', en: 'How often it must have succeeded.' },
        { as: 'number' },
      ),
    ],
    examples: ['synapse alias mine --days 14'],
    run: async (call) => (await import('../commands/alias.ts')).mineAliases(call),
  },
  {
    path: 'alias suggestions',
    about: {
      fr: 'Lister les alias proposés ; en accepter ou en refuser un par son identifiant.',
      en: 'List suggested aliases; accept or reject one by its id.',
    },
    options: [
      crew,
      option('--accept <id>', { fr: 'En faire un alias.', en: 'Make it an alias.' }),
      option('--code <code>', { fr: 'Avec --accept : sous ce code.', en: 'With --accept: under this code.' }),
      option('--reject <id>', { fr: 'Ne plus le proposer.', en: 'Never suggest it again.' }),
    ],
    examples: ['synapse alias suggestions', 'synapse alias suggestions --accept 01j…'],
    run: async (call) => (await import('../commands/alias.ts')).suggestions(call),
  },
  {
    path: 'filter test',
    about: {
      fr: 'Essayer un fichier de filtre sur ses propres cas ; le service n’a pas besoin de tourner.',
      en: 'Test a filter file against its own cases; the service need not be running.',
    },
    args: ['<file>'],
    examples: ['synapse filter test my-tool.json'],
    run: async (call) => (await import('../commands/filter.ts')).testFilter(call),
  },
  {
    path: 'filter set',
    about: {
      fr: 'Enregistrer un fichier de filtre ; ses propres cas doivent réussir.',
      en: 'Store a filter file; its own cases must pass.',
    },
    args: ['<file>'],
    options: [crew],
    examples: ['synapse filter set my-tool.json'],
    run: async (call) => (await import('../commands/filter.ts')).setFilter(call),
  },
  {
    path: 'filter list',
    about: {
      fr: 'Lister vos propres filtres, dans l’ordre où ils sont essayés.',
      en: 'List your own filters, in the order they are tried.',
    },
    options: [crew],
    examples: ['synapse filter list'],
    run: async (call) => (await import('../commands/filter.ts')).listFilters(call),
  },
  {
    path: 'filter rm',
    about: { fr: 'Supprimer un filtre.', en: 'Delete a filter.' },
    args: ['<name>'],
    options: [crew, yes],
    examples: ['synapse filter rm my-tool --yes'],
    run: async (call) => (await import('../commands/filter.ts')).removeFilter(call),
  },
];
