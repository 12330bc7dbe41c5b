/** Running the service and looking after it. */

import { AI_CLIENT_IDS } from '@synapse/contract/ai-clients';
import { type CommandSpec, option } from '../command-spec.ts';

const passphraseFile = option('--passphrase-file <file>', {
  fr: 'Lire la phrase secrète dans ce fichier ; - lit l’entrée standard.',
  en: 'Read the passphrase from this file; - reads stdin.',
});

export const service: readonly CommandSpec[] = [
  {
    path: 'serve',
    about: {
      fr: 'Démarrer le service avec la configuration de l’environnement.',
      en: 'Start the service with the configuration of the environment.',
    },
    examples: ['synapse serve', 'SYNAPSE_PORT=9000 synapse serve --data-dir /var/lib/synapse'],
    run: async (call) => (await import('../commands/serve.ts')).serve(call),
  },
  {
    path: 'quickstart',
    about: {
      fr: 'De rien à une instance qui tourne : compte, jeton IA, session, configuration du client, service.',
      en: 'From nothing to a running instance: account, AI token, session, client configuration, service.',
    },
    options: [
      option(
        '--client <client>',
        {
          fr: 'Connecter aussi ce client : son fichier est écrit, et le jeton placé là où il le trouve.',
          en: 'Also connect this client: its file is written, with the token where it finds it.',
        },
        {
          choices: AI_CLIENT_IDS,
        },
      ),
      option('--project <folder>', {
        fr: 'Le projet où travaille le client ; sinon il est demandé, ou c’est le dossier courant.',
        en: 'The project that the client works in; else it is asked for, or the one you are in.',
      }),
      option('--sign-in', {
        fr: 'Si un autre client a déjà le jeton : celui-ci se connecte lui-même, sans jeton.',
        en: 'Where another client has the token already: this one signs in by itself, without one.',
      }),
      option('--replace-token', {
        fr: 'Si un autre client a déjà le jeton : le remplacer par un nouveau, sans demander.',
        en: 'Where another client has the token already: replace it by a new one, without asking.',
      }),
    ],
    examples: [
      'synapse quickstart',
      'synapse quickstart --client cursor --project ~/my-project',
      'synapse quickstart --client vscode --sign-in',
    ],
    run: async (call) => (await import('../commands/quickstart.ts')).quickstart(call),
  },
  {
    path: 'migrate',
    about: {
      fr: 'Mettre la base de données au schéma de cette version.',
      en: 'Update the database to the schema of this version.',
    },
    options: [
      option('--check', {
        fr: 'Lister seulement les migrations à appliquer ; code de sortie 1 s’il y en a, 3 si on ne peut pas le savoir.',
        en: 'Only list the migrations to be applied; exit code 1 when there are any, 3 when that cannot be found out.',
      }),
    ],
    examples: ['synapse migrate --check', 'SYNAPSE_DATABASE_URL_FILE=/run/secrets/db synapse migrate'],
    run: async (call) => (await import('../commands/migrate.ts')).migrate(call),
  },
  {
    path: 'backup',
    about: {
      fr: 'Écrire toute l’instance dans un seul fichier chiffré, pendant qu’elle tourne.',
      en: 'Write the whole instance into one encrypted file, while it runs.',
    },
    args: ['<file>'],
    options: [
      option('--include-master-key', {
        fr: 'Inclure la clé maîtresse : qui a le fichier et sa phrase secrète a alors tous les secrets.',
        en: 'Include the master key: the file and its passphrase then give access to every secret.',
      }),
      passphraseFile,
    ],
    examples: ['synapse backup synapse.backup', 'synapse backup /mnt/b.backup --passphrase-file ~/.backup-passphrase'],
    run: async (call) => (await import('../commands/backup.ts')).backup(call),
  },
  {
    path: 'restore',
    about: {
      fr: 'Remettre une sauvegarde dans un dossier de données ou une base vide ; refuse d’écraser quoi que ce soit.',
      en: 'Put a backup into an empty data directory or database; refuses to overwrite anything.',
    },
    args: ['<file>'],
    options: [passphraseFile],
    examples: ['synapse restore synapse.backup --data-dir ./restored'],
    run: async (call) => (await import('../commands/backup.ts')).restore(call),
  },
  {
    path: 'move',
    about: {
      fr: 'Déplacer l’instance de son fichier SQLite vers PostgreSQL ; le service doit être arrêté.',
      en: 'Move the instance from its SQLite file to PostgreSQL; the service must be stopped.',
    },
    options: [
      option('--to <address>', {
        fr: 'Une base de données vide : postgres://… ; - lit l’adresse sur l’entrée standard.',
        en: 'An empty database: postgres://…; - reads the address from stdin.',
      }),
    ],
    examples: [
      'synapse move --to postgres://synapse@db.example/synapse',
      'synapse move --to - < /run/secrets/database-url',
    ],
    run: async (call) => (await import('../commands/move.ts')).move(call),
  },
  {
    path: 'status',
    about: {
      fr: 'Montrer les instances, leurs baux, ce qu’elles exécutent, leurs agents et leurs retards (rôle admin).',
      en: 'Show the instances, their leases, what they run, their agents, and how late they are (role admin).',
    },
    examples: ['synapse status', 'synapse status --json'],
    run: async (call) => (await import('../commands/status.ts')).status(call),
  },
  {
    path: 'doctor',
    about: {
      fr: 'Chercher les problèmes de cette installation, et dire comment les régler.',
      en: 'Check this installation for problems, and say how to fix them.',
    },
    examples: ['synapse doctor', 'synapse doctor --json'],
    run: async (call) => (await import('../commands/doctor.ts')).doctor(call),
  },
  {
    path: 'upgrade',
    about: {
      fr: 'Dire comment cette installation passe à la version suivante ; ne change rien.',
      en: 'Say how this installation gets the next version; changes nothing.',
    },
    options: [
      option('--check', {
        fr: 'Demander au registre npm s’il y a une version plus récente ; code de sortie 100 s’il y en a une.',
        en: 'Ask the npm registry whether there is a newer version; exit code 100 if there is one.',
      }),
      option('--registry <url>', {
        fr: 'Le registre à interroger ; sinon celui de npm.',
        en: 'The registry to ask; else the one that npm is set to.',
      }),
    ],
    examples: ['synapse upgrade', 'synapse upgrade --check'],
    run: async (call) => (await import('../commands/upgrade.ts')).upgrade(call),
  },
  {
    path: 'vault rotate',
    about: {
      fr: 'Remplacer la clé maîtresse ; le service doit être arrêté.',
      en: 'Replace the master key; the service must be stopped.',
    },
    options: [
      option('--new-key-file <file>', {
        fr: 'Où mettre la nouvelle clé quand l’ancienne vient de la configuration.',
        en: 'Where the new key goes when the old one comes from the configuration.',
      }),
    ],
    examples: ['synapse vault rotate'],
    run: async (call) => (await import('../commands/vault.ts')).rotate(call),
  },
  {
    path: 'vault forget',
    about: {
      fr: 'Clé maîtresse perdue : renoncer aux secrets, et garder les comptes, les machines, la politique et le journal ; le service doit être arrêté.',
      en: 'The master key is lost: give the secrets up, and keep accounts, machines, policies and the log; the service must be stopped.',
    },
    options: [
      option('--confirm <name>', {
        fr: 'Le nom de l’instance : l’hôte de son adresse publique, sinon le nom de l’ordinateur.',
        en: 'The name of the instance: the host of its public address, else the name of the computer.',
      }),
    ],
    examples: ['synapse vault forget', 'synapse vault forget --confirm synapse.example'],
    run: async (call) => (await import('../commands/vault.ts')).forget(call),
  },
];
