/** Machines, secrets, and running a command. */
import { type CommandSpec, option } from '../command-spec.ts';
import { yes } from './shared-options.ts';

const sudoSecret = option('--sudo-secret <name>', {
  fr: 'Le secret qui répond à sudo ; - : aucun.',
  en: 'The secret that answers sudo; -: none.',
});

const RUN_OPTIONS = [
  option('-c, --container <name>', { fr: 'Le conteneur où la lancer.', en: 'The container to run in.' }),
  option('-C, --cwd <path>', { fr: 'Le dossier où la lancer.', en: 'The directory to run in.' }),
  option(
    '-t, --timeout <seconds>',
    {
      fr: 'Arrêter la commande au bout de tant de secondes, de 1 à 300.',
      en: 'Kill the command after so many seconds, 1 to 300.',
    },
    { as: 'number' },
  ),
  option('--compact', {
    fr: 'Afficher, une fois finie, ce qu’un assistant recevrait.',
    en: 'Print what an assistant would get, once it is done.',
  }),
];

export const machines: readonly CommandSpec[] = [
  {
    path: 'machine add',
    about: {
      fr: 'Enregistrer une machine. Les accès sont des noms de secrets, jamais des valeurs.',
      en: 'Register a machine. Credentials are names of secrets, never values.',
    },
    args: ['<slug>'],
    options: [
      option(
        '--kind <kind>',
        { fr: 'Comment on l’atteint.', en: 'How it is reached.' },
        { choices: ['local', 'ssh', 'docker', 'agent'], fallback: 'ssh' },
      ),
      option('--label <text>', { fr: 'Le nom qu’on lui donne.', en: 'What people call it.' }),
      option('--host <host>', {
        fr: 'ssh : son adresse. docker : hôte:port du moteur.',
        en: 'ssh: its address. docker: host:port of the engine.',
      }),
      option('--port <port>', { fr: 'ssh : son port.', en: 'ssh: its port.' }, { as: 'number' }),
      option('--user <name>', {
        fr: 'ssh : l’utilisateur sous lequel se connecter.',
        en: 'ssh: the user to log in as.',
      }),
      option('--key-secret <name>', {
        fr: 'ssh, docker : le secret qui contient la clé privée.',
        en: 'ssh, docker: the secret with the private key.',
      }),
      option('--password-secret <name>', {
        fr: 'ssh : le secret qui contient le mot de passe.',
        en: 'ssh: the secret with the password.',
      }),
      option('--certificate-secret <name>', {
        fr: 'ssh : le secret qui contient le certificat OpenSSH de la clé.',
        en: 'ssh: the secret with the OpenSSH certificate of the key.',
      }),
      option('--agent', {
        fr: 'ssh : se connecter par l’agent ssh du service (son SSH_AUTH_SOCK).',
        en: 'ssh: log in by the ssh agent of the service (its SSH_AUTH_SOCK).',
      }),
      option('--passphrase-secret <name>', {
        fr: 'ssh : le secret qui contient la phrase secrète de la clé.',
        en: 'ssh: the secret with the passphrase of the key.',
      }),
      option('--host-key <key>', {
        fr: 'ssh : la clé d’hôte attendue ; sinon la première vue est retenue.',
        en: 'ssh: the host key to expect; else the first one seen is pinned.',
      }),
      option('--socket <path>', { fr: 'docker : la socket du moteur.', en: 'docker: the engine’s socket.' }),
      option('--ca-secret <name>', {
        fr: 'docker : le secret qui contient l’autorité de certification.',
        en: 'docker: the secret with the certificate authority.',
      }),
      option('--cert-secret <name>', {
        fr: 'docker : le secret qui contient le certificat du client.',
        en: 'docker: the secret with the client certificate.',
      }),
      option(
        '--containers <names>',
        { fr: 'Les conteneurs permis, séparés par des virgules.', en: 'Containers that may be used, comma-separated.' },
        { as: 'list' },
      ),
      option('--default-container <name>', {
        fr: 'Celui à utiliser quand aucun n’est nommé.',
        en: 'The one to use when none is named.',
      }),
      option('--default-cwd <path>', {
        fr: 'Le dossier à utiliser quand aucun n’est nommé.',
        en: 'The directory to use when none is named.',
      }),
      sudoSecret,
      option('--test', {
        fr: 'Ne l’enregistrer que si elle répond.',
        en: 'Register it only if it answers.',
      }),
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
    about: { fr: 'Lister vos machines.', en: 'List your machines.' },
    examples: ['synapse machine list'],
    run: async (call) => (await import('../commands/machine.ts')).listMachines(call),
  },
  {
    path: 'machine test',
    about: {
      fr: 'Essayer d’atteindre une machine, et dire ce qui a échoué.',
      en: 'Try to reach a machine, and say what failed.',
    },
    args: ['<slug>'],
    examples: ['synapse machine test local'],
    run: async (call) => (await import('../commands/machine.ts')).testMachine(call),
  },
  {
    path: 'machine set',
    about: { fr: 'Modifier une machine ; le reste ne change pas.', en: 'Change a machine; the rest stays as it is.' },
    args: ['<slug>'],
    options: [
      option('--label <text>', { fr: 'Le nom qu’on lui donne.', en: 'What people call it.' }),
      option(
        '--statut <statut>',
        { fr: 'Si elle prend des commandes.', en: 'Whether it takes commands.' },
        { choices: ['active', 'maintenance', 'disabled'] },
      ),
      option('--default-cwd <path>', {
        fr: 'Le dossier à utiliser quand aucun n’est nommé ; - : aucun.',
        en: 'The directory to use when none is named; -: none.',
      }),
      sudoSecret,
    ],
    examples: ['synapse machine set web-1 --sudo-secret WEB_ROOT', 'synapse machine set web-1 --statut maintenance'],
    run: async (call) => (await import('../commands/machine.ts')).changeMachine(call),
  },
  {
    path: 'machine containers',
    about: {
      fr: 'Lister les conteneurs qui tournent sur une machine, et en permettre.',
      en: 'List the containers that run on a machine, and allow some.',
    },
    args: ['<slug>'],
    options: [
      option(
        '--allow <names>',
        {
          fr: 'Permettre ceux-ci, séparés par des virgules, ou tous : *.',
          en: 'Allow these, comma-separated, or all of them: *.',
        },
        { as: 'list' },
      ),
    ],
    examples: ['synapse machine containers web-1', "synapse machine containers web-1 --allow '*'"],
    run: async (call) => (await import('../commands/machine-containers.ts')).machineContainers(call),
  },
  {
    path: 'machine rm',
    about: { fr: 'Supprimer une machine.', en: 'Delete a machine.' },
    args: ['<slug>'],
    options: [yes],
    examples: ['synapse machine rm web-1 --yes'],
    run: async (call) => (await import('../commands/machine.ts')).removeMachine(call),
  },
  {
    path: 'secret set',
    about: {
      fr: 'Enregistrer ou remplacer un secret, lu sur l’entrée standard ou saisi sans affichage, jamais sur la ligne de commande.',
      en: 'Store or replace a secret, from stdin or a hidden prompt, never from the command line.',
    },
    args: ['<name>'],
    options: [
      option(
        '--machines <globs>',
        {
          fr: 'Où il peut servir, séparés par des virgules ; * : partout.',
          en: 'Where it may be used, comma-separated; * for anywhere.',
        },
        { as: 'list' },
      ),
      option(
        '--programs <globs>',
        {
          fr: 'À quels programmes il peut être remis, séparés par des virgules ; * : à tous.',
          en: 'Which programs may be handed it, comma-separated; * for any.',
        },
        { as: 'list' },
      ),
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
    about: { fr: 'Lister les noms de vos secrets.', en: 'List the names of your secrets.' },
    examples: ['synapse secret list'],
    run: async (call) => (await import('../commands/secret.ts')).listSecrets(call),
  },
  {
    path: 'secret rm',
    about: { fr: 'Supprimer un secret.', en: 'Delete a secret.' },
    args: ['<name>'],
    options: [yes],
    examples: ['synapse secret rm DB_PASSWORD --yes'],
    run: async (call) => (await import('../commands/secret.ts')).removeSecret(call),
  },
  {
    path: 'exec',
    about: {
      fr: 'Lancer une commande sur une machine, afficher sa sortie à mesure qu’elle arrive, et finir avec son code de sortie. Ctrl-C l’annule.',
      en: 'Run a command on a machine, print its output as it comes, and end with its exit code. Ctrl-C cancels it.',
    },
    args: ['<machine>', '<command...>'],
    options: RUN_OPTIONS,
    examples: [
      'synapse exec local -- uname -a',
      'synapse exec web-1 -C /srv/app -- git status',
      `synapse exec db -- 'PGPASSWORD="{{DB_PASSWORD}}" psql -c "select 1"'`,
    ],
    run: async (call) => (await import('../commands/exec.ts')).exec(call),
  },
  {
    path: 'cp',
    about: {
      fr: 'Copier un fichier ou un dossier vers une machine, ou depuis elle. Reprend après une coupure.',
      en: 'Copy a file or a folder to a machine, or from one. Goes on after a cut.',
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
