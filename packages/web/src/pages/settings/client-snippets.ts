/** The configuration of each MCP client as it is pasted, and the file it goes into. */
import type { AiClient, Connector } from '@synapse/contract/ai-clients';

export type Client = AiClient | Connector | 'other';

export interface Snippet {
  readonly place: string;
  readonly text: string;
  /** The member of the file that the entry goes into, if the file has it already. */
  readonly within?: string;
  /** Opens the client and installs the entry. */
  readonly install?: string;
}

export interface Reached {
  /** The address of the service, as clients use it. */
  readonly url: string;
  /** The one just generated, or a text that stands for it. */
  readonly token: string;
  /** The address where clients sign in by themselves, and need no token. Null: there is none. */
  readonly bare: string | null;
}

type Entry = Readonly<Record<string, unknown>>;

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const HEADER = 'X-AI-Token';

export function snippetFor(client: Client, reached: Reached): Snippet {
  const { token, bare } = reached;
  const url = `${reached.url}/tda/mcp?tools=core&answers=text`;
  const headers = { [HEADER]: token };
  switch (client) {
    case 'claude-ai':
    case 'chatgpt':
      return { place: 'address', text: reached.bare ?? '' };
    case 'claude':
      return inFile('claude_desktop_config.json', 'mcpServers', throughProgram(url, token));
    case 'claude-code':
      return {
        place: 'terminal',
        text:
          bare !== null
            ? `claude mcp add --transport http synapse ${bare}`
            : `claude mcp add --transport http synapse "${url}" --header "${HEADER}: ${token}"`,
      };
    case 'cursor': {
      const server = bare === null ? { url, headers } : { url: bare };
      const config = encodeURIComponent(btoa(JSON.stringify(server)));
      const install = `cursor://anysphere.cursor-deeplink/mcp/install?name=synapse&config=${config}`;
      return { ...inFile('.cursor/mcp.json', 'mcpServers', server), install };
    }
    case 'vscode':
      return forCode(bare, url);
    case 'zed':
      return inFile('~/.config/zed/settings.json', 'context_servers', { url, headers });
    case 'codex':
      return {
        place: '~/.codex/config.toml',
        text: `[mcp_servers.synapse]\nurl = "${url}"\nhttp_headers = { "${HEADER}" = "${token}" }`,
      };
    case 'gemini':
    case 'qwen':
      return inFile(`~/.${client}/settings.json`, 'mcpServers', { httpUrl: url, headers });
    case 'opencode':
      return inFile('~/.config/opencode/opencode.json', 'mcp', { type: 'remote', url, oauth: false, headers });
    case 'copilot':
      return inFile('~/.copilot/mcp-config.json', 'mcpServers', { type: 'http', url, headers, tools: ['*'] });
    case 'cline':
      return inFile('cline_mcp_settings.json', 'mcpServers', { type: 'streamableHttp', url, headers });
    case 'continue':
      return { place: '~/.continue/mcpServers/synapse.yaml', text: continueYaml(url, token) };
    case 'other':
      return { place: 'terminal', text: tryIt(url, token) };
  }
}

const inFile = (place: string, within: string, server: Entry): Snippet => ({
  place,
  text: json({ [within]: { synapse: server } }),
  within,
});

/** The client's file can only name programs. No space after the colon, because Windows would split the argument there. */
function throughProgram(url: string, token: string): Entry {
  const args = ['-y', 'mcp-remote', url, '--transport', 'http-only', '--header', `${HEADER}:\${SYNAPSE_TOKEN}`];
  const plainHttp = url.startsWith('http:') && !/^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(url);
  return { command: 'npx', args: plainHttp ? [...args, '--allow-http'] : args, env: { SYNAPSE_TOKEN: token } };
}

/** It signs in, or asks for the token, and keeps it. */
function forCode(bare: string | null, url: string): Snippet {
  const inputs = [{ type: 'promptString', id: 'synapse-token', description: 'Synapse AI token', password: true }];
  const asked = bare === null ? { inputs } : {};
  const server =
    bare === null
      ? { type: 'http', url, headers: { [HEADER]: `\${input:synapse-token}` } }
      : { type: 'http', url: bare };
  return {
    place: '.vscode/mcp.json',
    text: json({ ...asked, servers: { synapse: server } }),
    within: 'servers',
    install: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'synapse', ...server, ...asked }))}`,
  };
}

const continueYaml = (url: string, token: string): string =>
  [
    'name: synapse',
    'version: 1.0.0',
    'schema: v1',
    'mcpServers:',
    '  - name: synapse',
    '    type: streamable-http',
    `    url: ${url}`,
    '    requestOptions:',
    '      headers:',
    `        ${HEADER}: ${token}`,
  ].join('\n');

const tryIt = (url: string, token: string): string =>
  [
    `curl ${url} \\`,
    `  -H '${HEADER}: ${token}' -H 'Content-Type: application/json' \\`,
    `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
  ].join('\n');
