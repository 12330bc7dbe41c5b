/** How each AI client is configured for the service: which file, under which key, with which entry. */
import type { AiClient } from '@synapse/contract/ai-clients';
import { packageFile } from '../offline.ts';
import { readToken, tokenFile } from '../session.ts';
import { tell } from '../words/tell.ts';
import type { Way } from './choose-way.ts';
import { type ClientScope, clientFile } from './client-files.ts';
import { endpoint } from './endpoint.ts';

export interface SetupWish extends ClientScope {
  readonly url: string;
  readonly way: Way;
  /** Every tool, and answers as JSON, instead of the short list and text. */
  readonly all: boolean;
}

export interface ClientSetup {
  readonly file: string;
  readonly format: 'json' | 'toml' | 'yaml';
  /** Where in the file the entry goes. Empty: the file is the entry. */
  readonly path: readonly string[];
  readonly entry: Readonly<Record<string, unknown>>;
  /** VS Code asks for the token itself and stores it. Its question goes beside the servers. */
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
  /** What else a person has to know or do. */
  readonly notes: readonly string[];
  /** True when the entry holds the token itself: then only its owner may read the file. */
  readonly secret: boolean;
}

type Entry = Record<string, unknown>;
type Spoken = Pick<ClientSetup, 'entry'> & Partial<Pick<ClientSetup, 'inputs' | 'notes' | 'secret'>>;

const KEYS: Partial<Record<AiClient, string>> = {
  zed: 'context_servers',
  vscode: 'servers',
  codex: 'mcp_servers',
  opencode: 'mcp',
};

export function clientSetup(wish: SetupWish): ClientSetup {
  const { client, name } = wish;
  const { entry, inputs = [], notes = [], secret = false } = spoken(wish);
  return {
    file: clientFile(wish),
    format: client === 'codex' ? 'toml' : client === 'continue' ? 'yaml' : 'json',
    path: client === 'continue' ? [] : [KEYS[client] ?? 'mcpServers', name],
    entry: client === 'continue' ? continueFile(name, entry) : entry,
    inputs,
    notes,
    secret,
  };
}

function spoken(wish: SetupWish): Spoken {
  if (wish.way === 'sign-in') return bare(wish);
  return wish.way === 'header' ? direct(wish) : started(wish, wish.way);
}

/** The client signs in by itself: its file holds the address and nothing else. */
function bare({ client, url, all }: SetupWish): Spoken {
  const kind = client === 'cursor' ? {} : { type: 'http' };
  return {
    entry: { ...kind, url: `${url}/mcp${all ? '?tools=all&answers=json' : ''}` },
    notes: [tell('note_signs_in')],
  };
}

/** The client calls the service itself, with the token in a header. */
function direct(wish: SetupWish): Spoken {
  const url = endpoint(wish.url, wish.all);
  const named = (value: string): Entry => ({ 'X-AI-Token': value });
  const notes = [tell('note_environment')];
  switch (wish.client) {
    case 'vscode':
      return {
        entry: { type: 'http', url, headers: named('${input:synapse-token}') },
        inputs: [{ id: 'synapse-token', type: 'promptString', description: tell('vscode_asks'), password: true }],
        notes: [tell('note_vscode')],
      };
    case 'cursor':
      return { entry: { url, headers: named('${env:SYNAPSE_TOKEN}') }, notes };
    case 'codex':
      return { entry: { url, env_http_headers: named('SYNAPSE_TOKEN') }, notes };
    case 'gemini':
    case 'qwen':
      return { entry: { httpUrl: url, headers: named('$SYNAPSE_TOKEN') }, notes };
    case 'opencode':
      // If the token is refused, the client would look for a sign-in page, which does not exist.
      return { entry: { type: 'remote', url, oauth: false, headers: named('{env:SYNAPSE_TOKEN}') }, notes };
    case 'continue':
      return {
        entry: { type: 'streamable-http', url, requestOptions: { headers: named('${{ secrets.SYNAPSE_TOKEN }}') } },
        notes: [tell('note_continue')],
      };
    case 'zed':
    case 'cline':
    case 'copilot': {
      const { token, ...known } = knownToken(wish);
      const kind = { zed: {}, cline: { type: 'streamableHttp' }, copilot: { type: 'http', tools: ['*'] } }[wish.client];
      return { entry: { ...kind, url, headers: named(token) }, ...known };
    }
    default: {
      const command = `claude mcp add --transport http ${wish.name} ${url} --header "X-AI-Token: $SYNAPSE_TOKEN"`;
      return {
        entry: { type: 'http', url, headers: named('${SYNAPSE_TOKEN}') },
        notes: [...notes, tell('note_without_file', { command })],
      };
    }
  }
}

/** The client starts a program, which calls the service. */
function started(wish: SetupWish, bridge: 'synapse' | 'mcp-remote'): Spoken {
  const { token, ...known } = bridge === 'synapse' ? { token: '', notes: [tell('note_saved')] } : knownToken(wish);
  const { command, args, env } = bridge === 'synapse' ? ownBridge(wish) : mcpRemote(wish, token);
  if (wish.client === 'opencode')
    return { entry: { type: 'local', command: [command, ...args], environment: env }, ...known };
  const kind = { vscode: { type: 'stdio' }, copilot: { type: 'local', tools: ['*'] } }[wish.client as string] ?? {};
  return { entry: { ...kind, command, args, env }, ...known };
}

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Absolute paths, because a program with a window does not know a terminal's PATH. */
function ownBridge({ url, all, env }: SetupWish): Program {
  const program = packageFile('cli/bin/synapse.js');
  // Some clients pass on nothing of their environment, so the file is named if it is not in its usual place.
  const place = env.XDG_CONFIG_HOME ? ['--token-file', tokenFile(env, url)] : [];
  return {
    command: process.execPath,
    args: [program, 'mcp', 'stdio', ...place, ...(all ? ['--all'] : [])],
    env: { SYNAPSE_URL: url },
  };
}

/** The header's value comes from `env`, because everybody can see arguments in the process list. */
function mcpRemote({ url, all }: SetupWish, token: string): Program {
  const insecure = url.startsWith('http:') ? ['--allow-http'] : [];
  const address = endpoint(url, all);
  return {
    command: 'npx',
    args: [
      '-y',
      'mcp-remote',
      address,
      ...insecure,
      '--transport',
      'http-only',
      '--header',
      'X-AI-Token:${SYNAPSE_TOKEN}',
    ],
    env: { SYNAPSE_TOKEN: token },
  };
}

/** A client that cannot fill in a variable gets the token itself, if we have it. */
function knownToken({ env, url }: SetupWish): { token: string; notes: string[]; secret: boolean } {
  const token = env.SYNAPSE_TOKEN || readToken(env, url);
  if (token) return { token, notes: [tell('note_holds_token')], secret: true };
  return { token: '<AI_TOKEN>', notes: [tell('note_put_token')], secret: false };
}

/** Continue reads one file per server, which says what it is. */
function continueFile(name: string, entry: Entry): Entry {
  return { name, version: '1.0.0', schema: 'v1', mcpServers: [{ name, ...entry }] };
}
