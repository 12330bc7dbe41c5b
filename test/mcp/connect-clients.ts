/** Real MCP clients behind one small interface: both SDKs in every mode, and mcp-remote. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createHome } from './run-program.ts';

export interface Target {
  readonly url: string;
  readonly token: string;
}

/** What the tests need of a client, whichever SDK it comes from. */
export interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }, options?: CallOptions): Promise<object>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly onprogress?: (progress: { progress: number }) => void;
  readonly signal?: AbortSignal;
}

export type Sdk2Mode = 'legacy' | 'auto' | { pin: string };

const info = { name: 'a test', version: '1.0.0' };
const withToken = ({ token }: Target) => ({ requestInit: { headers: { 'X-AI-Token': token } } });

export async function connectSdk1(target: Target): Promise<AnyClient> {
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(new URL(target.url), withToken(target)));
  return {
    listTools: () => client.listTools(),
    callTool: (call, options) => client.callTool(call, undefined, options),
    close: () => client.close(),
  };
}

export async function connectSdk2(target: Target, mode: Sdk2Mode): Promise<AnyClient & { version: unknown }> {
  const client = new ModernClient(info, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(new URL(target.url), withToken(target)));
  return {
    version: client.getNegotiatedProtocolVersion(),
    listTools: () => client.listTools(),
    callTool: (call, options) => client.callTool(call, options),
    close: () => client.close(),
  };
}

export async function connectThroughMcpRemote({ url, token }: Target): Promise<AnyClient> {
  const home = await createHome();
  const client = new Client(info);
  await client.connect(
    new StdioClientTransport({
      command: 'mcp-remote',
      args: [url, '--allow-http', '--header', `X-AI-Token:${token}`],
      env: home.env,
      stderr: 'ignore',
    }),
  );
  return {
    listTools: () => client.listTools(),
    callTool: (call, options) => client.callTool(call, undefined, options),
    async close() {
      await client.close();
      await home.remove();
    },
  };
}
