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
