/** The AI clients whose configuration we know. */
export const CLIENT_IDS = [
  'claude',
  'claude-code',
  'cursor',
  'vscode',
  'zed',
  'codex',
  'gemini',
  'opencode',
  'copilot',
  'qwen',
  'cline',
  'continue',
] as const;
export type ClientId = (typeof CLIENT_IDS)[number];
