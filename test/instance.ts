/** One of several instances of the service, as a process, with what a test says to it. */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAtEnd } from './left-behind.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import type { Answer, CallOptions, ToolAnswer } from './service.ts';

export const ADMIN_PASSWORD = 'a password for the tests';

export interface Instance extends ServerProcess {
  readonly dataDir: string;
  call<T = Record<string, unknown>>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
  login(username?: string, password?: string): Promise<string>;
  tool(token: string, name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  /** A user with a session and a token; on the default plan one who may run commands, with a machine `local`. */
  newUser(plan?: string): Promise<Account>;
  /** Kills it and removes its data directory. */
  remove(): Promise<void>;
}

export interface Account {
  readonly id: string;
  readonly session: string;
  readonly token: string;
}

export async function startInstance(env: Record<string, string>): Promise<Instance> {
  const dataDir = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-instance-')));
  const server = await startServerProcess({
    SYNAPSE_ADMIN_PASSWORD: ADMIN_PASSWORD,
    SYNAPSE_DATA_DIR: dataDir,
    SYNAPSE_DRAIN_SECONDS: '1',
    SYNAPSE_TRUST_PROXY: '127.0.0.1',
    ...env,
  });

  const call: Instance['call'] = async <T>(method: string, path: string, options: CallOptions = {}) => {
    const { token, headers = {}, body, form, signal } = options;
    const response = await fetch(server.url + path, {
      method,
      headers: {
        // Every call from an address of its own: the rate per address is not what is looked at here.
        'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form === undefined ? (body === undefined ? null : JSON.stringify(body)) : new URLSearchParams(form),
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as T };
  };

  const created = async <T>(path: string, token: string, body: object): Promise<T> => {
    const answer = await call<T>('POST', path, { token, body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };

  const instance: Instance = {
    ...server,
    dataDir,
    call,
    login: async (username = 'admin', password = ADMIN_PASSWORD) => {
      const { body } = await call<{ access_token: string }>('POST', '/auth/login', { form: { username, password } });
      return body.access_token;
    },
    tool: async (token, name, args = {}) => {
      // biome-ignore lint/suspicious/noExplicitAny: the answer of any tool, or an error object.
      const { status, headers, body } = await call<any>('POST', '/tda/mcp', {
        headers: { 'x-ai-token': token },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      });
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
    newUser: async (plan = 'equipage') => {
      const username = `user-${randomInt(1e12)}`;
      const password = `password of ${username}`;
      const account = { username, password, plan, role: 'admin' };
      const { id } = await created<{ id: string }>('/admin/users', await instance.login(), account);
      const session = await instance.login(username, password);
      const { token } = await created<{ token: string }>('/tda/ai/tokens', session, {});
      if (plan === 'equipage') await created('/synapse/machines', session, { slug: 'local', kind: 'local' });
      return { id, session, token };
    },
    remove: async () => {
      await server.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return instance;
}
