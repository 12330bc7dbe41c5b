/** How each AI client wants to be told of the service: which file, under which key, in which words. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tokenFile } from '../session.ts';
import { readPrivateFile } from '../settings-folder.ts';
import type { ClientId } from './client-ids.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface SetupWish {
  readonly client: ClientId;
  readonly url: string;
  readonly name: string;
  readonly env: Env;
  /** The user's file instead of the project's. */
  readonly global: boolean;
  /** A local program in between; null: as the client does it best. */
  readonly bridge: 'synapse' | 'mcp-remote' | null;
}

export interface ClientSetup {
  /** Null where the client is told by a command only. */
  readonly file: string | null;
  /** Where in the file the entry goes. */
  readonly path: readonly string[];
  readonly entry: Readonly<Record<string, unknown>>;
  /** VS Code asks for the token itself and keeps it: what it asks goes beside the servers. */
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
  /** What a person has to know or do besides. */
  readonly notes: readonly string[];
  /** True when the entry holds the token itself: the file must be for its owner alone. */
  readonly secret: boolean;
}

const TOKEN_HINT =
  'The token comes from the environment: export SYNAPSE_TOKEN=… where the client starts (`synapse token create`).';
const SAVED_HINT = 'The token is read from the saved file: `synapse token create --save` puts it there.';

export function clientSetup(wish: SetupWish): ClientSetup {
  const bridged = wish.bridge ?? (wish.client === 'claude' ? 'synapse' : null);
  const base = { file: fileOf(wish), inputs: [], notes: [], secret: false };
  const key = { zed: 'context_servers', vscode: 'servers' }[wish.client as string] ?? 'mcpServers';
  const path = [key, wish.name];
  if (bridged === 'synapse') return { ...base, path, entry: synapseBridge(wish), notes: [SAVED_HINT] };
  if (bridged === 'mcp-remote') return { ...base, path, entry: mcpRemote(wish), ...knownToken(wish.env) };
  const url = `${wish.url}/tda/mcp`;
  switch (wish.client) {
    case 'vscode':
      return {
        ...base,
        path,
        entry: { type: 'http', url, headers: { 'X-AI-Token': '${input:synapse-token}' } },
        inputs: [{ id: 'synapse-token', type: 'promptString', description: 'Synapse AI token', password: true }],
        notes: ['VS Code asks for the token once and keeps it safely.'],
      };
    case 'cursor':
      return {
        ...base,
        path,
        entry: { url, headers: { 'X-AI-Token': '${env:SYNAPSE_TOKEN}' } },
        notes: [TOKEN_HINT],
      };
    case 'zed': {
      const known = knownToken(wish.env);
      return { ...base, path, entry: { url, headers: { 'X-AI-Token': known.token } }, ...known };
    }
    default:
      return {
        ...base,
        path,
        entry: { type: 'http', url, headers: { 'X-AI-Token': '${SYNAPSE_TOKEN}' } },
        notes: [
          TOKEN_HINT,
          `Or without a file: claude mcp add --transport http ${wish.name} ${url} --header "X-AI-Token: $SYNAPSE_TOKEN"`,
        ],
      };
  }
}

/** A client with no way to fill in a variable gets the token itself, where we have it. */
function knownToken(env: Env): { token: string; notes: string[]; secret: boolean } {
  const token = env.SYNAPSE_TOKEN || readPrivateFile(tokenFile(env))?.trim();
  if (token) return { token, notes: ['The file now holds the token: keep it to yourself.'], secret: true };
  return { token: '<AI_TOKEN>', notes: ['Put your AI token in place of <AI_TOKEN>.'], secret: false };
}

/** Absolute paths: a program with a window does not know the PATH of a terminal. */
function synapseBridge({ url }: SetupWish): Record<string, unknown> {
  const program = fileURLToPath(new URL('../../bin/synapse.js', import.meta.url));
  return { command: process.execPath, args: [program, 'mcp', 'stdio'], env: { SYNAPSE_URL: url } };
}

/** The header's value comes from `env`: an argument would stand in every process list. */
function mcpRemote({ url, env }: SetupWish): Record<string, unknown> {
  const insecure = url.startsWith('http:') ? ['--allow-http'] : [];
  return {
    command: 'npx',
    args: ['mcp-remote', `${url}/tda/mcp`, ...insecure, '--header', 'X-AI-Token:${SYNAPSE_TOKEN}'],
    env: { SYNAPSE_TOKEN: knownToken(env).token },
  };
}

function fileOf({ client, global, env }: SetupWish): string {
  const home = env.HOME || homedir();
  const config = env.XDG_CONFIG_HOME || join(home, '.config');
  const applications =
    process.platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : process.platform === 'win32'
        ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
        : config;
  switch (client) {
    case 'claude':
      return join(applications, 'Claude', 'claude_desktop_config.json');
    case 'claude-code':
      return resolve('.mcp.json');
    case 'cursor':
      return global ? join(home, '.cursor', 'mcp.json') : resolve('.cursor', 'mcp.json');
    case 'vscode':
      return global ? join(applications, 'Code', 'User', 'mcp.json') : resolve('.vscode', 'mcp.json');
    case 'zed':
      return global ? join(config, 'zed', 'settings.json') : resolve('.zed', 'settings.json');
  }
}
