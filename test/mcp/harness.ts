/** Starts the MCP endpoint on a free port, with tools whose behaviour the tests know. */
import { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { createLocalBus } from '../../packages/server/src/bus/bus.ts';
import { createOriginCheck } from '../../packages/server/src/http/mcp/check-origin.ts';
import { createMcp } from '../../packages/server/src/http/mcp/create-mcp.ts';
import { mcpRoute } from '../../packages/server/src/http/mcp/mcp-route.ts';
import type { ProgressTimes } from '../../packages/server/src/http/mcp/progress.ts';
import type { RunningCalls } from '../../packages/server/src/http/mcp/running-calls.ts';
import { createTasks } from '../../packages/server/src/http/mcp/tasks.ts';
import { createRequestNotes } from '../../packages/server/src/http/request-notes.ts';
import { buildRedactor } from '../../packages/server/src/redaction/index.ts';
import { createFakeGate, type FakeGate } from './fake-gate.ts';
import { sampleLibrary } from './sample-library.ts';
import { type CallEvents, conformanceTools, sampleTools } from './sample-tools.ts';

export const TOKEN = 'dk_ai_every_scope';
export const READ_TOKEN = 'dk_ai_read_only';

/** A tool of each kind, as the server under test calls it. */
export const SAMPLES = {
  quick: { name: 'sample_echo', arguments: { text: 'bonjour' } },
  quickAnswer: { text: 'bonjour', username: 'ada' },
  progressing: { name: 'sample_count', arguments: { to: 3, pause_ms: 20 } },
  endless: { name: 'sample_endless', arguments: {} },
} as const;

export interface ServerUnderTest {
  readonly origin: string;
  readonly url: string;
  readonly token: string;
  /** Begin and end of calls of the endless tool. */
  readonly events: CallEvents;
  readonly gate: FakeGate;
  readonly running: RunningCalls;
  readonly defects: unknown[];
  stop(): Promise<void>;
}

export async function startServer(options: { progressTimes?: ProgressTimes } = {}): Promise<ServerUnderTest> {
  const events: CallEvents = new EventEmitter();
  const gate = createFakeGate({ [TOKEN]: ['mcp:read', 'mcp:synapse'], [READ_TOKEN]: ['mcp:read'] });
  const defects: unknown[] = [];
  const { dispatcher, running } = createMcp({
    admission: gate,
    tools: [...sampleTools(events), ...conformanceTools()],
    version: '0.0.0-test',
    bus: createLocalBus(),
    progressTimes: options.progressTimes,
    redactorOf: async () => buildRedactor([]).redactText,
    library: () => sampleLibrary,
    approvalPage: async () => null,
    pageHasAddress: () => true,
    tasks: createTasks({
      access: { crewsOf: async () => [] },
      executions: {
        wholeId: async (_userId, id) => id,
        isKnown: async () => false,
        assertKnown: async () => undefined,
      },
      audit: { find: async () => null },
      approvalPage: async () => null,
      clock: Date.now,
    }),
    onDefect: (error) => defects.push(error),
  });
  const app = Fastify({ forceCloseConnections: true });
  await app.register(mcpRoute, {
    dispatcher,
    checkOrigin: createOriginCheck({
      bind: '127.0.0.1',
      publicUrl: undefined,
      allowedOrigins: ['https://app.example.org'],
    }),
    notes: createRequestNotes(),
    onRefusal: () => undefined,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    url: `${origin}/tda/mcp`,
    token: TOKEN,
    events,
    gate,
    running,
    defects,
    async stop() {
      running.abortAll();
      await app.close();
    },
  };
}

export interface PostOptions {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A bare POST. A string or bytes are sent as they are. */
export function post(server: ServerUnderTest, body: unknown, options: PostOptions = {}): Promise<Response> {
  const { token = server.token, headers, signal } = options;
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  return fetch(server.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { 'x-ai-token': token }),
      ...headers,
    },
    body: raw ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

export const MODERN = '2026-07-28';

/** A request of revision 2026-07-28: its `_meta`, and the headers that repeat what it says. */
export function modern(id: number, method: string, params: Record<string, unknown> = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
    ...(params._meta as object | undefined),
  };
  const headers: Record<string, string> = { 'mcp-protocol-version': MODERN, 'mcp-method': method };
  const named = params.name ?? params.uri ?? params.taskId;
  if (typeof named === 'string') headers['mcp-name'] = named;
  return { body: { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } }, headers };
}

export function call(id: number | string, tool: { name: string; arguments?: object }, meta?: object) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { ...tool, ...(meta && { _meta: meta }) } };
}
