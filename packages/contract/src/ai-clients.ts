/** The AI clients that we can configure: the id that people type, and the client's own name. */
export const AI_CLIENTS = {
  claude: 'Claude Desktop',
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  vscode: 'VS Code',
  zed: 'Zed',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
  copilot: 'Copilot CLI',
  qwen: 'Qwen Code',
  cline: 'Cline',
  continue: 'Continue',
} as const;
export type AiClient = keyof typeof AI_CLIENTS;

export const AI_CLIENT_IDS = Object.keys(AI_CLIENTS) as readonly AiClient[];

/** Clients without a file of their own: a person adds the address of the service in their settings. */
export const CONNECTORS = { 'claude-ai': 'Claude.ai', chatgpt: 'ChatGPT' } as const;
export type Connector = keyof typeof CONNECTORS;

export const CONNECTOR_IDS = Object.keys(CONNECTORS) as readonly Connector[];

/** What the bundle for Claude Desktop says about itself, and asks for. */
export const BUNDLE_WORDS = {
  description: {
    fr: 'Travaillez sur vos machines sans en donner les clés.',
    en: 'Work on your machines without handing out the keys.',
  },
  url: { fr: 'Adresse de Synapse', en: 'Address of Synapse' },
  urlWhy: {
    fr: 'Comme dans votre navigateur, par exemple https://synapse.example',
    en: 'As in your browser, for instance https://synapse.example',
  },
  token: { fr: 'Jeton IA', en: 'AI token' },
  tokenWhy: {
    fr: 'dk_ai_… : Affichage, Réglages, Accès IA, Générer un jeton. Il est gardé dans le trousseau de ce client.',
    en: 'dk_ai_…: View, Settings, AI access, Generate token. It is kept in this client’s keychain.',
  },
} as const;
