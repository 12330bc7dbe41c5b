/** A real service for scenarios: composed as in production, on a port of its own, with a data directory of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Application } from '../packages/server/src/compose.ts';
import { compose } from '../packages/server/src/compose.ts';
import { readConfig } from '../packages/server/src/config/read-config.ts';
import { firstRun } from '../packages/server/src/service/first-run.ts';
import { stopAtEnd } from './left-behind.ts';

export const ADMIN_PASSWORD = 'a password for the tests';

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly form?: Record<string, string>;
  readonly signal?: AbortSignal;
}

export interface Service {
  readonly url: string;
  readonly app: Application;
  readonly dataDir: string;
  /** Every line of the log so far. */
  readonly log: string[];
  /** Moves the service's clock. */
  advance(ms: number): void;
  call<T = Record<string, unknown>>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
  login(username?: string, password?: string): Promise<string>;
  /** A new user with a session and, on request, an AI token. */
  newUser(plan: string, options?: { role?: string }): Promise<TestUser>;
  newToken(session: string, body?: Record<string, unknown>): Promise<string>;
  mcp<T = Record<string, unknown>>(token: string, method: string, params?: unknown): Promise<Answer<T>>;
  tool(token: string, name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  stop(): Promise<void>;
}

export interface TestUser {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  readonly session: string;
}

export interface ToolAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly isError: boolean;
  readonly code: string | undefined;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: scenarios look into whatever a tool answers.
  readonly result: any;
}

export async function startService(env: Record<string, string> = {}): Promise<Service> {
  const dataDir = env.SYNAPSE_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'synapse-service-'));
  const config = readConfig({
    SYNAPSE_PORT: '0',
    SYNAPSE_ADMIN_PASSWORD: ADMIN_PASSWORD,
    SYNAPSE_DRAIN_SECONDS: '1',
    ...env,
    SYNAPSE_DATA_DIR: dataDir,
  });
  const log: string[] = [];
  let shift = 0;
  const app = await compose(
    config,
    pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
    () => Date.now() + shift,
  );
  await firstRun(app.users, app.machines, config);
  await app.http.listen({ host: config.host, port: 0 });
  const { port } = app.http.server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;

  const call: Service['call'] = async <T>(method: string, path: string, options: CallOptions = {}) => {
    const { token, headers = {}, body, form, signal } = options;
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form === undefined ? (body === undefined ? null : JSON.stringify(body)) : new URLSearchParams(form),
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) as T };
  };
  let users = 0;
  const service: Service = {
    url,
    app,
    dataDir,
    log,
    call,
    advance: (ms) => {
      shift += ms;
    },
    login: async (username = 'admin', password = ADMIN_PASSWORD) => {
      const { body } = await call<{ access_token: string }>('POST', '/auth/login', { form: { username, password } });
      return body.access_token;
    },
    newUser: async (plan, { role = 'member' } = {}) => {
      const username = `user-${++users}-${process.pid}`;
      const password = `password of ${username}`;
      const admin = await service.login();
      const created = await call<{ id: string }>('POST', '/admin/users', {
        token: admin,
        body: { username, password, plan, role },
      });
      if (created.status !== 201) throw new Error(JSON.stringify(created.body));
      return { id: created.body.id, username, password, session: await service.login(username, password) };
    },
    newToken: async (session, body = {}) => {
      const created = await call<{ token: string }>('POST', '/tda/ai/tokens', { token: session, body });
      if (created.status !== 201) throw new Error(JSON.stringify(created.body));
      return created.body.token;
    },
    mcp: (token, method, params = {}) =>
      call('POST', '/tda/mcp', { headers: { 'x-ai-token': token }, body: { jsonrpc: '2.0', id: 1, method, params } }),
    tool: async (token, name, args = {}) => {
      // biome-ignore lint/suspicious/noExplicitAny: the answer of any tool, or an error object.
      const { status, headers, body } = await service.mcp<any>(token, 'tools/call', { name, arguments: args });
      const { result, error } = body;
      return {
        status,
        headers,
        isError: error !== undefined || result.isError === true,
        code: error?.data?.code ?? result?._meta?.['synapse/code'],
        text: error?.message ?? result.content[0].text,
        result: result?.structuredContent,
      };
    },
    stop: async () => {
      stopped();
      await app.stop();
      if (env.SYNAPSE_DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
  const stopped = stopAtEnd(service.stop);
  return service;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
