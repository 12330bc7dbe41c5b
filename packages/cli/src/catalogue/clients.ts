/** AI clients and shells. */

import { AI_CLIENT_IDS, CONNECTOR_IDS } from '@synapse/contract/ai-clients';
import { type CommandSpec, option } from '../command-spec.ts';

export const clients: readonly CommandSpec[] = [
  {
    path: 'mcp config',
    about: {
      fr: 'Afficher la configuration qui connecte un client IA, ou l’écrire dans le fichier de ce client.',
      en: 'Print the configuration that connects an AI client, or write it into the client’s own file.',
    },
    options: [
      option(
        '--client <client>',
        { fr: 'Le client.', en: 'Which client.' },
        { choices: [...AI_CLIENT_IDS, ...CONNECTOR_IDS] },
      ),
      option('--write', {
        fr: 'L’écrire dans le fichier du client ; tout le reste du fichier est conservé, commentaires compris.',
        en: 'Write it into the client’s file; everything else in the file stays, comments included.',
      }),
      option('--remove', {
        fr: 'Retirer l’entrée du fichier du client ; tout le reste est conservé.',
        en: 'Take the entry out of the client’s file; everything else stays.',
      }),
      option('--dry-run', {
        fr: 'Avec --write : afficher ce que le fichier deviendrait.',
        en: 'With --write: print what the file would become.',
      }),
      option('--file <path>', {
        fr: 'Utiliser ce fichier au lieu de celui du client.',
        en: 'Use this file instead of the client’s own.',
      }),
      option('--project <folder>', {
        fr: 'Le dossier du projet dont le fichier est visé ; sinon le dossier courant.',
        en: 'The folder of the project whose file is meant; else the one you are in.',
      }),
      option('--global', {
        fr: 'Le fichier de l’utilisateur plutôt que celui du projet, quand le client a les deux.',
        en: 'The user’s file instead of the project’s, where a client has both.',
      }),
      option('--all', {
        fr: 'Tous les outils, et des réponses en JSON : trois fois plus de tokens.',
        en: 'Every tool, and answers as JSON: three times the tokens.',
      }),
      option(
        '--name <name>',
        { fr: 'Le nom du serveur dans le client.', en: 'The name of the server in the client.' },
        { fallback: 'synapse' },
      ),
      option('--header', {
        fr: 'Avec le jeton dans un en-tête, même si le client sait se connecter lui-même.',
        en: 'With the token in a header, even where the client can sign in by itself.',
      }),
      option(
        '--bridge <bridge>',
        {
          fr: 'Un programme local intermédiaire, pour les clients qui ne savent que lancer des programmes.',
          en: 'A local program in between, for clients that only start programs.',
        },
        {
          choices: ['synapse', 'mcp-remote'],
        },
      ),
    ],
    examples: [
      'synapse mcp config --client cursor',
      'synapse mcp config --client claude --write',
      'synapse mcp config --client chatgpt',
      'synapse mcp config --client cursor --remove',
      'synapse mcp config --client codex --bridge synapse --write',
    ],
    run: async (call) => (await import('../commands/mcp.ts')).config(call),
  },
  {
    path: 'mcp stdio',
    about: {
      fr: 'Un pont pour les clients qui ne savent que lancer des programmes : MCP sur l’entrée et la sortie standard, HTTP vers le service.',
      en: 'A bridge for clients that only start local programs: MCP on stdin and stdout, over HTTP to the service.',
    },
    options: [
      option('--token-file <file>', {
        fr: 'Le jeton IA, dans un fichier de mode 0600 ; sinon SYNAPSE_TOKEN, sinon celui qui a été gardé pour ce service.',
        en: 'The AI token, in a file of mode 0600; else SYNAPSE_TOKEN, else the one saved for that service.',
      }),
      option('--all', {
        fr: 'Montrer tous les outils, et répondre en JSON.',
        en: 'Show every tool, and answer as JSON.',
      }),
    ],
    examples: ['SYNAPSE_TOKEN=dk_ai_… synapse mcp stdio', 'synapse mcp stdio --token-file ~/ai-token'],
    run: async (call) => (await import('../commands/mcp.ts')).stdio(call),
  },
  {
    path: 'mcp bundle',
    about: {
      fr: 'Écrire un paquet .mcpb pour Claude Desktop : le pont vers ce service ; le client demande et garde le jeton.',
      en: 'Write a .mcpb bundle for Claude Desktop: the bridge to this service; the client asks for the token and keeps it.',
    },
    args: ['[file]'],
    examples: ['synapse mcp bundle', 'synapse mcp bundle ~/Downloads/synapse.mcpb'],
    run: async (call) => (await import('../commands/mcp-files.ts')).bundle(call),
  },
  {
    path: 'mcp plugin',
    about: {
      fr: 'Écrire un dossier de plugin pour Claude Code, avec l’adresse de ce service.',
      en: 'Write a plugin folder for Claude Code, with the address of this service.',
    },
    args: ['[folder]'],
    examples: ['synapse mcp plugin', 'synapse mcp plugin ./plugins/synapse --url https://synapse.example'],
    run: async (call) => (await import('../commands/mcp-files.ts')).plugin(call),
  },
];
