/** The agent. */
import { type CommandSpec, option } from '../command-spec.ts';

const agentHome = option('--home <dir>', {
  fr: 'Le dossier de la clé, du journal et des réglages de l’agent.',
  en: 'The directory for the agent’s key, log and settings.',
});
const agentOptions = [
  option('--server <url>', {
    fr: 'Avec --code : le service auprès duquel s’inscrire.',
    en: 'With --code: the service to enrol with.',
  }),
  option('--code <code>', {
    fr: 'Le code affiché par `synapse machine add --kind agent`.',
    en: 'The code that `synapse machine add --kind agent` showed.',
  }),
  option(
    '--allow-dir <dir>',
    {
      fr: 'N’autoriser les commandes que dans ce dossier et au-dessous ; peut être répété.',
      en: 'Allow commands only in this directory and below it; may be given several times.',
    },
    {
      as: 'list',
    },
  ),
  option(
    '--allow-container <name>',
    {
      fr: 'N’autoriser que ce conteneur ; peut être répété.',
      en: 'Allow only this container; may be given several times.',
    },
    { as: 'list' },
  ),
  option('--container-only', {
    fr: 'N’autoriser les commandes que dans des conteneurs.',
    en: 'Allow commands in containers only.',
  }),
  option('--read-only-commands', {
    fr: 'N’autoriser que des commandes simples, qui lisent et ne changent rien.',
    en: 'Allow only simple commands that read and change nothing.',
  }),
  option('--ca <file>', {
    fr: 'Faire confiance à l’autorité de certification de ce fichier PEM.',
    en: 'Trust the certificate authority in this PEM file.',
  }),
  option('--plain-http', {
    fr: 'Accepter un service sans TLS sur un autre ordinateur.',
    en: 'Allow a service without TLS on another computer.',
  }),
  agentHome,
];

export const agent: readonly CommandSpec[] = [
  {
    path: 'agent run',
    about: {
      fr: 'Connecter cet ordinateur et attendre du travail, au premier plan.',
      en: 'Connect this computer and wait for work, in the foreground.',
    },
    options: agentOptions,
    examples: ['synapse agent run --server https://synapse.example --code XXXX-XXXX --allow-dir ~/projects'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'run'),
  },
  {
    path: 'agent enrol',
    about: {
      fr: 'Inscrire cet ordinateur à l’aide d’un code, sans rien lancer encore.',
      en: 'Register this computer with a code, without running anything yet.',
    },
    options: agentOptions.filter(({ flags }) => /^--(server|code|ca|plain-http|home)\b/.test(flags)),
    examples: ['synapse agent enrol --server https://synapse.example --code XXXX-XXXX'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'enrol'),
  },
  {
    path: 'agent install',
    about: {
      fr: 'Démarrer l’agent à chaque ouverture de session sur cet ordinateur.',
      en: 'Start the agent whenever you sign in to this computer.',
    },
    options: agentOptions,
    examples: ['synapse agent install --read-only-commands'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'install'),
  },
  {
    path: 'agent uninstall',
    about: { fr: 'Retirer l’agent, avec sa clé et son journal.', en: 'Remove the agent, with its key and its log.' },
    options: [agentHome],
    examples: ['synapse agent uninstall'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'uninstall'),
  },
  {
    path: 'agent status',
    about: {
      fr: 'Afficher où l’agent est inscrit et s’il est connecté.',
      en: 'Show where the agent is enrolled and whether it is connected.',
    },
    options: [agentHome],
    examples: ['synapse agent status'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'status'),
  },
  {
    path: 'agent pause',
    about: {
      fr: 'Refuser toute commande jusqu’à `synapse agent resume`.',
      en: 'Refuse every command until `synapse agent resume`.',
    },
    options: [agentHome],
    examples: ['synapse agent pause'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'pause'),
  },
  {
    path: 'agent resume',
    about: { fr: 'Laisser de nouveau passer les commandes.', en: 'Let commands run again.' },
    options: [agentHome],
    examples: ['synapse agent resume'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'resume'),
  },
  {
    path: 'agent update',
    about: {
      fr: 'Mettre l’agent à la version du service.',
      en: 'Update the agent to the version that the service has.',
    },
    options: [agentHome],
    examples: ['synapse agent update'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'update'),
  },
];
