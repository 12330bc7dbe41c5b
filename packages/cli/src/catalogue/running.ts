/** Running a command: on one machine, on many, as a job, or only to look. */
import { type CommandSpec, option } from '../command-spec.ts';

const RUN_OPTIONS = [
  option('-n, --no-input', {
    fr: 'Ne rien lire de l’entrée standard, pour une boucle comme `while read`.',
    en: 'Read nothing from standard input, for a loop such as `while read`.',
  }),
  option('-c, --container <name>', { fr: 'Le conteneur où la lancer.', en: 'The container to run in.' }),
  option('-C, --cwd <path>', { fr: 'Le dossier où la lancer.', en: 'The directory to run in.' }),
  option(
    '-t, --timeout <seconds>',
    {
      fr: 'Arrêter la commande au bout de tant de secondes, de 1 à 300 ; 30 sinon.',
      en: 'Kill the command after so many seconds, 1 to 300; 30 otherwise.',
    },
    { as: 'number', field: 'timeout_seconds' },
  ),
  option('--compact', {
    fr: 'Afficher, une fois finie, ce qu’un assistant recevrait.',
    en: 'Print what an assistant would get, once it is done.',
  }),
];

const DETACH = option('-d, --detach', {
  fr: 'En faire une tâche, qui survit à tout : 24 h sauf --timeout, 7 jours au plus.',
  en: 'Make it a job, which outlives everything: 24 h unless --timeout, at most 7 days.',
});

const MANY_OPTIONS = [
  option(
    '--on <machines>',
    {
      fr: 'Sur plusieurs machines à la fois : noms, motifs (web-*) et tag:nom, séparés par des virgules.',
      en: 'On several machines at once: names, globs (web-*) and tag:name, comma-separated.',
    },
    { as: 'list', field: 'machines' },
  ),
  option(
    '--parallel <count>',
    {
      fr: 'Avec --on : tant de machines à la fois, 16 sinon.',
      en: 'With --on: so many machines at a time, 16 otherwise.',
    },
    { as: 'number', field: 'max_parallel' },
  ),
  option(
    '--first <count>',
    {
      fr: 'Avec --on : d’abord tant de machines seules, les autres si elles réussissent.',
      en: 'With --on: so many machines alone first, the others if they succeed.',
    },
    { as: 'number' },
  ),
  option(
    '--stop-after <count>',
    { fr: 'Avec --on : plus aucune après tant d’échecs.', en: 'With --on: no further one after so many failures.' },
    { as: 'number', field: 'stop_after_failures' },
  ),
];

export const running: readonly CommandSpec[] = [
  {
    path: 'exec',
    about: {
      fr: 'Lancer une commande sur une machine, afficher sa sortie à mesure qu’elle arrive, et finir avec son code de sortie. Elle lit l’entrée standard d’un tube ou d’un fichier. Ctrl-C l’annule.',
      en: 'Run a command on a machine, print its output as it comes, and end with its exit code. It reads standard input from a pipe or a file. Ctrl-C cancels it.',
    },
    args: ['[machine]', '[command...]'],
    options: [...RUN_OPTIONS, DETACH, ...MANY_OPTIONS],
    examples: [
      'synapse exec local -- uname -a',
      `synapse exec -d local -- 'make all > build.log'`,
      `synapse exec --on 'tag:web' --first 1 -- uptime`,
      'synapse exec web-1 -C /srv/app -- git status',
      `synapse exec db -- 'PGPASSWORD="{{DB_PASSWORD}}" psql -c "select 1"'`,
      'synapse exec db -- psql shop < migration.sql',
    ],
    run: async (call) => (await import('../commands/exec.ts')).exec(call),
  },
  {
    path: 'cp',
    about: {
      fr: 'Copier un fichier ou un dossier vers une machine, depuis elle, ou d’une machine à une autre. Un chemin qui ne commence pas par / est dans son dossier personnel. Reprend après une coupure.',
      en: 'Copy a file or a folder to a machine, from one, or from one machine to another. A path that does not begin with / is in its home directory. Continues after a broken connection.',
    },
    args: ['<from>', '<to>'],
    options: [
      option('-r, --recursive', { fr: 'Copier un dossier.', en: 'Copy a folder.' }),
      option('-c, --container <name>', { fr: 'Dans ce conteneur.', en: 'In this container.' }),
    ],
    examples: [
      'synapse cp notes.txt web-1:/srv/notes.txt',
      'synapse cp web-1:/var/log/app.log .',
      'synapse cp -r site web-1:/srv/',
      'synapse cp notes.txt web-1:',
      'synapse cp web-1:/srv/site web-2:/srv/site',
    ],
    run: async (call) => (await import('../commands/cp.ts')).cp(call),
  },
  {
    path: 'look',
    about: {
      fr: 'Lancer une commande qui ne peut que lire, dans un bac à sable de la machine ; pour le reste comme exec.',
      en: 'Run a command that can only read, in a sandbox on the machine; otherwise like exec.',
    },
    args: ['<machine>', '<command...>'],
    options: RUN_OPTIONS,
    examples: ['synapse look prod-1 -- journalctl -n 50', 'synapse look web-1 -C /srv/app -- git log -3'],
    run: async (call) => (await import('../commands/exec.ts')).look(call),
  },
];
