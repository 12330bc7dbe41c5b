/** Requests of both kinds of revisions, and a person who has a little of everything. */

import type { Shown } from '../approvals/rig.ts';
import type { Client } from '../client.ts';
import { createPostgresDatabase } from '../databases.ts';
import { MODERN } from './harness.ts';

export const DATABASES = ['sqlite', 'postgres'] as const;

/** The environment of a service on a new database of that kind. */
export const onDatabase = async (kind: (typeof DATABASES)[number]): Promise<Record<string, string>> =>
  kind === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};

/** Both addresses. */
export const PATHS = ['/tda/mcp', '/mcp'] as const;

export type Era = 'legacy' | 'modern';

export interface SendOptions {
  readonly era?: Era;
  /** What the client declares with the request. */
  readonly capabilities?: object;
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

export async function send(
  client: Client,
  token: string,
  method: string,
  params: Record<string, unknown> = {},
  { era = 'modern', capabilities = {}, headers = {}, path = '/tda/mcp' }: SendOptions = {},
): Promise<{ status: number; headers: Headers; body: Shown }> {
  const named = params.name ?? params.uri ?? params.taskId;
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return client.call<Shown>('POST', path, {
    headers: {
      'x-ai-token': token,
      'accept-language': 'en',
      ...(era === 'modern' && {
        'mcp-protocol-version': MODERN,
        'mcp-method': method,
        ...(typeof named === 'string' && { 'mcp-name': named }),
      }),
      ...headers,
    },
    body: { jsonrpc: '2.0', id: 1, method, params: era === 'modern' ? { ...params, _meta: meta } : params },
  });
}

export const VIEWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
export const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
export const URLS = { elicitation: { url: {} } };
