/** Machines and secrets. */
import { type CommandSpec, EXCESS, type Mistake, option } from '../command-spec.ts';
import { crew, yes } from './shared-options.ts';

const sudoSecret = option('--sudo-secret <name>', {
  fr: 'Le secret qui répond à sudo ; - : aucun.',
  en: 'The secret that answers sudo; -: none.',
});

/** How a machine is reached, for `machine add` and `machine set`. */
const SSH_OPTIONS = [
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
  option(
    '--jump <hosts>',
    {
      fr: 'ssh : les hôtes par où passer, le premier d’abord, séparés par des virgules : une machine à vous, ou utilisateur@hôte:port, ouvert avec les mêmes accès ; - : aucun.',
      en: 'ssh: the hosts to go through, the first one first, comma-separated: a machine of yours, or user@host:port, opened with the same credentials; -: none.',
    },
    { as: 'list' },
  ),
];

/** As ssh takes them. A machine names secrets of the vault instead. */
const SSH_MISTAKES: readonly Mistake[] = [
  {
    typed: '-i, --key <file>',
    instead: {
      fr: 'une clé est rangée dans le coffre, puis nommée : `synapse secret set WEB_KEY < FICHIER`, puis --key-secret WEB_KEY',
      en: 'a key is put into the vault, then named: `synapse secret set WEB_KEY < FILE`, then --key-secret WEB_KEY',
    },
  },
  {
    typed: '--password <password>',
    instead: {
      fr: 'un mot de passe est rangé dans le coffre, puis nommé : `synapse secret set WEB_PASSWORD`, puis --password-secret WEB_PASSWORD. Celui-ci est désormais dans l’historique de votre shell.',
      en: 'a password is put into the vault, then named: `synapse secret set WEB_PASSWORD`, then --password-secret WEB_PASSWORD. This one is in the history of your shell now.',
    },
  },
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
      crew,
      option(
        '--kind <kind>',
        { fr: 'Comment on l’atteint.', en: 'How it is reached.' },
        { choices: ['local', 'ssh', 'docker', 'agent'], fallback: 'ssh' },
      ),
      option('--label <text>', { fr: 'Le nom qu’on lui donne.', en: 'What people call it.' }),
      ...SSH_OPTIONS,
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
      option(
        '--tags <names>',
        {
          fr: 'Ses étiquettes, séparées par des virgules.',
          en: 'Its tags, comma-separated.',
        },
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
    mistakes: SSH_MISTAKES,
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
    options: [crew, option('--tag <name>', { fr: 'Celles qui ont cette étiquette.', en: 'Those that have this tag.' })],
    examples: ['synapse machine list', 'synapse machine list --tag web'],
    run: async (call) => (await import('../commands/machine.ts')).listMachines(call),
  },
  {
    path: 'machine show',
    about: {
      fr: 'Tout ce qu’on sait d’une machine : où elle mène, quels secrets elle utilise, et pourquoi elle ne répond pas.',
      en: 'All that is known about a machine: where it leads, which secrets it uses, and why it does not answer.',
    },
    args: ['<slug>'],
    options: [crew],
    examples: ['synapse machine show web-1'],
    run: async (call) => (await import('../commands/show-machine.ts')).showMachine(call),
  },
  {
    path: 'machine test',
    about: {
      fr: 'Essayer d’atteindre une machine, avec les secrets et le dossier qu’elle nomme, et dire ce qui a échoué.',
      en: 'Try to reach a machine, with the secrets and the directory that it names, and say what failed.',
    },
    args: ['<slug>'],
    options: [crew],
    examples: ['synapse machine test local'],
    run: async (call) => (await import('../commands/machine.ts')).testMachine(call),
  },
  {
    path: 'machine tag',
    about: {
      fr: 'Donner des étiquettes à une machine, et en retirer celles précédées d’un signe moins.',
      en: 'Give tags to a machine, and take those with a minus sign in front.',
    },
    args: ['<slug>', '<tags...>'],
    options: [crew],
    examples: ['synapse machine tag web-1 web prod', 'synapse machine tag web-1 -- -prod'],
    run: async (call) => (await import('../commands/machine.ts')).tagMachine(call),
  },
  {
    path: 'machine set',
    about: { fr: 'Modifier une machine ; le reste ne change pas.', en: 'Change a machine; the rest stays as it is.' },
    args: ['<slug>'],
    options: [
      crew,
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
      ...SSH_OPTIONS,
    ],
    mistakes: SSH_MISTAKES,
    examples: [
      'synapse machine set web-1 --host 10.0.0.7 --port 2222',
      'synapse machine set web-1 --jump bastion',
      'synapse machine set web-1 --sudo-secret WEB_ROOT',
      'synapse machine set web-1 --statut maintenance',
    ],
    run: async (call) => (await import('../commands/machine.ts')).changeMachine(call),
  },
  {
    path: 'machine confirm',
    about: {
      fr: 'Confirmer où mène une machine qu’un assistant a créée ou modifiée, pour que vos secrets puissent lui être envoyés.',
      en: 'Confirm where a machine leads that an assistant made or changed, so that it may be sent your secrets.',
    },
    args: ['<slug>'],
    options: [crew, yes],
    examples: ['synapse machine confirm web-1'],
    run: async (call) => (await import('../commands/machine.ts')).confirmMachine(call),
  },
  {
    path: 'machine containers',
    about: {
      fr: 'Lister les conteneurs qui tournent sur une machine, et en permettre.',
      en: 'List the containers that run on a machine, and allow some.',
    },
    args: ['<slug>'],
    options: [
      crew,
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
    run: async (call) => (await import('../commands/machine.ts')).machineContainers(call),
  },
  {
    path: 'machine move',
    about: {
      fr: 'Déplacer une machine vers un équipage dont vous êtes responsable, avec les secrets qu’elle utilise.',
      en: 'Move a machine to a crew of which you are a keeper, with the secrets that it uses.',
    },
    args: ['<slug>', '<to>'],
    options: [
      crew,
      option(
        '--secret <names>',
        {
          fr: 'Les secrets qui partent avec elle, séparés par des virgules. Sans cela, l’erreur les nomme.',
          en: 'The secrets that move with it, comma-separated. Without it, the error names them.',
        },
        { as: 'list', field: 'secrets' },
      ),
    ],
    examples: ['synapse machine move web-1 ops', 'synapse machine move web-1 ops --secret WEB_KEY,WEB_SUDO'],
    run: async (call) => (await import('../commands/move-machine.ts')).moveMachine(call),
  },
  {
    path: 'machine rm',
    about: { fr: 'Supprimer une machine.', en: 'Delete a machine.' },
    args: ['<slug>'],
    options: [crew, yes],
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
      crew,
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
    mistakes: [
      {
        typed: EXCESS,
        instead: {
          fr: 'la valeur n’est pas un argument : `synapse secret set NOM` la demande, ou la lit sur l’entrée standard. Ce que vous venez de taper est dans l’historique de votre shell : effacez-le, ou changez la valeur.',
          en: 'the value is no argument: `synapse secret set NAME` asks for it, or reads it from stdin. What you have just typed is in the history of your shell: delete it there, or change the value.',
        },
      },
    ],
    examples: [
      'synapse secret set DB_PASSWORD',
      'synapse secret set WEB_KEY < ~/.ssh/id_ed25519',
      'synapse secret set STRIPE_KEY --machines billing --programs curl',
    ],
    run: async (call) => (await import('../commands/secret.ts')).setSecret(call),
  },
  {
    path: 'secret import',
    about: {
      fr: 'Ranger les valeurs d’un fichier .env, après en avoir montré les noms ; - : l’entrée standard.',
      en: 'Store the values of a .env file, after showing their names; -: stdin.',
    },
    args: ['<file>'],
    options: [
      crew,
      option('--folder <name>', { fr: 'Le dossier où les ranger.', en: 'The folder to store them in.' }),
      option('--replace', {
        fr: 'Remplacer aussi les secrets qui existent déjà.',
        en: 'Also replace secrets that are there already.',
      }),
      yes,
    ],
    examples: ['synapse secret import .env', 'synapse secret import .env --folder production --replace --yes'],
    run: async (call) => (await import('../commands/import-secrets.ts')).importSecrets(call),
  },
  {
    path: 'secret list',
    about: { fr: 'Lister les noms de vos secrets.', en: 'List the names of your secrets.' },
    options: [crew],
    examples: ['synapse secret list'],
    run: async (call) => (await import('../commands/secret.ts')).listSecrets(call),
  },
  {
    path: 'secret rm',
    about: { fr: 'Supprimer un secret.', en: 'Delete a secret.' },
    args: ['<name>'],
    options: [crew, yes],
    examples: ['synapse secret rm DB_PASSWORD --yes'],
    run: async (call) => (await import('../commands/secret.ts')).removeSecret(call),
  },
];
