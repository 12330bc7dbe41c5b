/** The configuration of each MCP client, and the file it goes into. */
import type { AiClient } from '@synapse/contract/ai-clients';

export type Client = AiClient | 'other';

export interface Snippet {
  readonly place: string;
  readonly text: string;
  /** Opens the client and installs the entry. */
  readonly install?: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const HEADER = 'X-AI-Token';

/** `token` is the one just generated, or a text that stands for it. */
export function snippetFor(client: Client, url: string, token: string): Snippet {
  switch (client) {
    case 'claude': {
      // Its file can only name programs. No space after the colon, because Windows would split the argument there.
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
    case 'codex':
      return {
        place: '~/.codex/config.toml',
        text: `[mcp_servers.synapse]\nurl = "${url}"\nenv_http_headers = { "${HEADER}" = "SYNAPSE_TOKEN" }`,
      };
    case 'gemini':
    case 'qwen': {
      const server = { httpUrl: url, headers: { [HEADER]: '$SYNAPSE_TOKEN' } };
      return { place: `.${client}/settings.json`, text: json({ mcpServers: { synapse: server } }) };
    }
    case 'opencode': {
      const headers = { [HEADER]: '{env:SYNAPSE_TOKEN}' };
      return {
        place: 'opencode.json',
        text: json({ mcp: { synapse: { type: 'remote', url, oauth: false, headers } } }),
      };
    }
    case 'copilot': {
      const server = { type: 'http', url, headers: { [HEADER]: token }, tools: ['*'] };
      return { place: '~/.copilot/mcp-config.json', text: json({ mcpServers: { synapse: server } }) };
    }
    case 'cline': {
      const server = { type: 'streamableHttp', url, headers: { [HEADER]: token } };
      return { place: 'cline_mcp_settings.json', text: json({ mcpServers: { synapse: server } }) };
    }
    case 'continue':
      return { place: '.continue/mcpServers/synapse.yaml', text: continueYaml(url) };
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

function continueYaml(url: string): string {
  return [
    ...[
      'name: synapse',
      'version: 1.0.0',
      'schema: v1',
      'mcpServers:',
      '  - name: synapse',
      '    type: streamable-http',
    ],
    ...[`    url: ${url}`, '    requestOptions:', '      headers:', `        ${HEADER}: \${{ secrets.SYNAPSE_TOKEN }}`],
  ].join('\n');
}
