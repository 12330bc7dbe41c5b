/** Settings, AI access. */
import { amountsIn } from '../amounts.ts';

const { number, counted } = amountsIn('fr');

export const access = {
  title: 'Jeton IA',
  why: 'Votre assistant s’identifie avec ce jeton. Un seul est actif à la fois ; vos secrets et mots de passe ne lui sont jamais remis.',
  scopes: 'Portées',
  scopesOf: (plan: string) => `Ce que le plan ${plan} accorde ; décochez pour restreindre.`,
  unlocks: {
    'mcp:read': 'Lire : contexte des projets, machines, noms des secrets, alias, piste d’audit, statistiques.',
    'mcp:write': 'Écrire dans les projets : connaissances, idées, facettes, packs, panneaux.',
    'mcp:synapse': 'Exécuter des commandes ; gérer machines, secrets et alias.',
    'mcp:look':
      'Lire sur vos machines, dans un bac à sable : rien n’y peut être changé. À donner au lieu de mcp:synapse.',
    'mcp:admin': 'Gérer votre propre compte : profil, réglages, création et suppression de projets.',
  },
  inCrews: (what: string) => `${what} Seulement sur les machines de vos équipages.`,
  needsPro: (what: string) => `${what} Réservé aux plans Pro et Équipage.`,
  validity: 'Validité',
  days: ' jours',
  label: 'Libellé',
  labelExample: 'Cursor au bureau',
  generate: 'Générer un jeton',
  replaces: (hint: string) => `Le jeton actuel ${hint} sera révoqué.`,
  replaceQuestion: (hint: string) => `Remplacer le jeton ${hint} ?`,
  replaceConsequence: (label: string | null) =>
    `Le client qui l’utilise${label === null ? '' : ` (${label})`} est coupé aussitôt, jusqu’à ce que vous lui donniez le nouveau jeton.`,
  replaceUnused: 'Personne ne l’a encore utilisé.',
  secondClient:
    'Un second client n’a pas besoin de jeton : il peut se connecter lui-même, comme le montre chaque client plus bas, et a sa propre connexion.',
  leaveQuestion: 'Partir sans avoir enregistré le jeton ?',
  leaveConsequence: 'Il ne sera plus jamais affiché : il faudra en générer un autre.',
  leave: 'Partir quand même',
  shownOnce: 'Votre nouveau jeton',
  shownOnceWhy: 'Il ne s’affiche qu’une fois : copiez-le maintenant, ou collez la configuration ci-dessous.',
  copyToken: 'Copier le jeton',
  savedIt: 'Je l’ai enregistré',
  active: 'actif',
  hint: 'Jeton',
  lastUse: 'Dernier usage',
  neverUsed: 'jamais utilisé',
  expires: 'Expire',
  usedToday: (used: number, quota: number) => `${counted(used, 'appel', 'appels')} sur ${number(quota)} aujourd’hui`,
  revoke: 'Révoquer',
  revokeQuestion: (hint: string) => `Révoquer le jeton ${hint} ?`,
  revokeConsequence: 'Le client qui l’utilise est coupé aussitôt. C’est définitif : il faudra en générer un autre.',
  revoked: (hint: string) => `Jeton ${hint} révoqué.`,
  clients: 'Configurer votre client',
  clientsWhy: 'Choisissez votre client et collez la configuration telle quelle.',
  otherClient: 'Autre',
  yourToken: 'VOTRE_JETON',
  terminal: 'Terminal',
  connectorAddress: 'Adresse du connecteur',
  installIn: (name: string) => `Installer dans ${name}`,
  merge: (key: string) =>
    `Le fichier a déjà « ${key} » ? Ajoutez-y seulement l’entrée « synapse », après une virgule. Sinon, collez le tout.`,
  tokenFirst: 'VOTRE_JETON tient la place du jeton : générez-en un ci-dessus, et il sera mis ici.',
  needsPublic:
    'Ce client appelle depuis internet : il lui faut une adresse https publique, et cette instance n’en a pas (SYNAPSE_PUBLIC_URL). Claude Desktop marche sans, avec le fichier de son onglet.',
  bundle: 'Télécharger synapse.mcpb',
  bundleWhy:
    'Téléchargez ce fichier et ouvrez-le avec Claude Desktop (double-clic, ou Settings, Extensions, Install Extension) : il demande le jeton et le garde dans son trousseau.',
  howTo: {
    claude:
      'Ou à la main : menu Claude, Settings, Developer, Edit Config ouvre le fichier (macOS : ~/Library/Application Support/Claude ; Windows : %APPDATA%\\Claude). Il n’accepte que des programmes : mcp-remote fait le pont, avec Node. Redémarrez ensuite Claude Desktop.',
    'claude-code': 'À lancer une fois dans le dossier du projet (ajoutez --scope user pour tous vos projets).',
    cursor: 'Dans le projet, ou ~/.cursor/mcp.json pour tous. Si un jeton y figure, gardez le fichier hors de Git.',
    vscode: 'Dans le projet. VS Code demande ce qu’il lui faut au premier usage, et le garde.',
    zed: 'Dans les réglages de Zed (zed: open settings file). Le fichier contient le jeton : gardez-le pour vous.',
    codex: 'À la fin du fichier. Il contient le jeton : gardez-le pour vous (chmod 600).',
    gemini: 'Le fichier de l’utilisateur ; celui d’un projet est .gemini/settings.json. Il contient le jeton.',
    opencode: 'Le fichier de l’utilisateur ; celui d’un projet est opencode.json. Il contient le jeton.',
    copilot: 'Le fichier contient le jeton : gardez-le pour vous (chmod 600).',
    qwen: 'Le fichier de l’utilisateur ; celui d’un projet est .qwen/settings.json. Il contient le jeton.',
    cline: 'MCP Servers, Configure, Configure MCP Servers. Le fichier contient le jeton : gardez-le pour vous.',
    continue: 'Un fichier à lui seul, pour tous vos projets. Il contient le jeton : gardez-le pour vous.',
    'claude-ai':
      'Settings, Connectors, Add custom connector, et cette adresse (aussi dans Claude Desktop). Vous vous connectez ensuite ici, et choisissez ce que l’assistant peut faire.',
    chatgpt:
      'Settings, Apps & Connectors, Advanced, mode développeur ; puis Create, et cette adresse, authentification OAuth. Vous vous connectez ensuite ici.',
    other:
      'Tout client MCP en HTTP : cette adresse, et le jeton dans l’en-tête X-AI-Token (pas Authorization: Bearer). Sans ce qui suit le point d’interrogation, il voit tous les outils et reçoit du JSON.',
  },
  waiting: 'En attente du premier appel…',
  connected: 'Connecté',
  connectedAs: (name: string, tools: number) => `Connecté : ${name}, ${counted(tools, 'outil', 'outils')}`,
  emergency: 'Révocation d’urgence',
  emergencyWhy:
    'Votre jeton a fuité et vous n’avez pas accès à cette page ? Cette commande le révoque ; le jeton suffit, sans connexion.',
  emergencyNote: 'La lancer deux fois est sans danger.',
} as const;
