/** Where each AI client keeps its configuration: in a project, or for the user everywhere. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AiClient } from '@synapse/contract/ai-clients';

type Env = Readonly<Record<string, string | undefined>>;

export interface ClientScope {
  readonly client: AiClient;
  readonly name: string;
  readonly env: Env;
  /** The project's folder. */
  readonly folder: string;
  /** The user's file instead of the project's. */
  readonly global: boolean;
}

/** Clients that read one file for the user and none of a project. */
export const USER_WIDE: readonly AiClient[] = ['claude', 'codex', 'copilot', 'cline'];

export function clientFile({ client, name, env, folder, global }: ClientScope): string {
  const home = env.HOME || homedir();
  const config = env.XDG_CONFIG_HOME || join(home, '.config');
  const either = (path: string, own: string): string => (global ? own : join(folder, path));
  switch (client) {
    case 'claude':
      return join(applications(home, config, env), 'Claude', 'claude_desktop_config.json');
    case 'claude-code':
      return join(folder, '.mcp.json');
    case 'cursor':
      return either('.cursor/mcp.json', join(home, '.cursor', 'mcp.json'));
    case 'vscode':
      return either('.vscode/mcp.json', join(applications(home, config, env), 'Code', 'User', 'mcp.json'));
    case 'zed':
      return either('.zed/settings.json', join(config, 'zed', 'settings.json'));
    case 'codex':
      return join(env.CODEX_HOME || join(home, '.codex'), 'config.toml');
    case 'gemini':
      return either('.gemini/settings.json', join(home, '.gemini', 'settings.json'));
    case 'opencode':
      return either('opencode.json', join(config, 'opencode', 'opencode.json'));
    case 'copilot':
      return join(env.COPILOT_HOME || join(home, '.copilot'), 'mcp-config.json');
    case 'qwen':
      return either('.qwen/settings.json', join(home, '.qwen', 'settings.json'));
    case 'cline':
      return env.CLINE_MCP_SETTINGS_PATH || join(home, '.cline', 'data', 'settings', 'cline_mcp_settings.json');
    case 'continue':
      return either(`.continue/mcpServers/${name}.yaml`, join(home, '.continue', 'mcpServers', `${name}.yaml`));
  }
}

/** Where programs with a window keep their settings. */
function applications(home: string, config: string, env: Env): string {
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support');
  return process.platform === 'win32' ? (env.APPDATA ?? join(home, 'AppData', 'Roaming')) : config;
}
