/** What each MCP client wants to read, and where. */

export const CLIENTS = ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'zed', 'other'] as const;
export type Client = (typeof CLIENTS)[number];

export const CLIENT_NAMES: Readonly<Record<Exclude<Client, 'other'>, string>> = {
  'claude-desktop': 'Claude Desktop',
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  vscode: 'VS Code',
  zed: 'Zed',
};

export interface Snippet {
  readonly place: string;
  readonly text: string;
  /** Opens the client and installs the entry. */
  readonly install?: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const HEADER = 'X-AI-Token';

/** `token` is the one just generated, or what stands for it. */
export function snippetFor(client: Client, url: string, token: string): Snippet {
  switch (client) {
    case 'claude-desktop': {
      // Its file takes programs only; no space after the colon, which Windows would split the argument at.
      const args = ['-y', 'mcp-remote', url, '--transport', 'http-only', '--header', `${HEADER}:\${SYNAPSE_TOKEN}`];
      const plainHttp = url.startsWith('http:') && !/^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(url);
      const server = {
        command: 'npx',
        args: plainHttp ? [...args, '--allow-http'] : args,
        env: { SYNAPSE_TOKEN: token },
      };
      return { place: 'claude_desktop_config.json', text: json({ mcpServers: { synapse: server } }) };
    }
    case 'claude-code':
      return {
        place: 'terminal',
        text: `claude mcp add --transport http synapse ${url} --header "${HEADER}: ${token}"`,
      };
    case 'cursor': {
      const server = { url, headers: { [HEADER]: `\${env:SYNAPSE_TOKEN}` } };
      const config = encodeURIComponent(btoa(JSON.stringify(server)));
      return {
        place: '.cursor/mcp.json',
        text: json({ mcpServers: { synapse: server } }),
        install: `cursor://anysphere.cursor-deeplink/mcp/install?name=synapse&config=${config}`,
      };
    }
    case 'vscode': {
      const inputs = [{ type: 'promptString', id: 'synapse-token', description: 'Synapse AI token', password: true }];
      const server = { type: 'http', url, headers: { [HEADER]: `\${input:synapse-token}` } };
      return {
        place: '.vscode/mcp.json',
        text: json({ inputs, servers: { synapse: server } }),
        install: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'synapse', ...server, inputs }))}`,
      };
    }
    case 'zed':
      return {
        place: '~/.config/zed/settings.json',
        text: json({ context_servers: { synapse: { url, headers: { [HEADER]: token } } } }),
      };
    case 'other':
      return {
        place: 'terminal',
        text: [
          `curl ${url} \\`,
          `  -H '${HEADER}: ${token}' -H 'Content-Type: application/json' \\`,
          `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
        ].join('\n'),
      };
  }
}
