/** What tests send to a service, wherever it runs: REST, sign-in, MCP. */

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

export interface ToolAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly isError: boolean;
  readonly code: string | undefined;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: scenarios look into whatever a tool answers.
  readonly result: any;
}

export interface Client {
  call<T = Record<string, unknown>>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
  /** The answer of a call that makes something. Throws if nothing was made. */
  created<T>(path: string, token: string, body: object): Promise<T>;
  login(username?: string, password?: string): Promise<string>;
  newToken(session: string, body?: Record<string, unknown>): Promise<string>;
  mcp<T = Record<string, unknown>>(token: string, method: string, params?: unknown): Promise<Answer<T>>;
  tool(token: string, name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
}

/** `always`: headers for every call, computed anew each time. */
export function createClient(url: string, always: () => Record<string, string> = () => ({})): Client {
  const client: Client = {
    call: async <T>(method: string, path: string, options: CallOptions = {}) => {
      const { token, headers = {}, body, form, signal } = options;
      const response = await fetch(url + path, {
        method,
        headers: {
          ...always(),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: form === undefined ? (body === undefined ? null : JSON.stringify(body)) : new URLSearchParams(form),
        ...(signal === undefined ? {} : { signal }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: parse(text) as T };
    },
    created: async <T>(path: string, token: string, body: object) => {
      const answer = await client.call<T>('POST', path, { token, body });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    login: async (username = 'admin', password = ADMIN_PASSWORD) => {
      const form = { username, password };
      return (await client.call<{ access_token: string }>('POST', '/auth/login', { form })).body.access_token;
    },
    newToken: async (session, body = {}) =>
      (await client.created<{ token: string }>('/tda/ai/tokens', session, body)).token,
    mcp: (token, method, params = {}) =>
      client.call('POST', '/tda/mcp', {
        headers: { 'x-ai-token': token },
        body: { jsonrpc: '2.0', id: 1, method, params },
      }),
    tool: async (token, name, args = {}) => {
      // biome-ignore lint/suspicious/noExplicitAny: the answer of any tool, or an error object.
      const { status, headers, body } = await client.mcp<any>(token, 'tools/call', {
        name,
        arguments: whole(name, args),
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
  };
  return client;
}

const RESULT_TOOLS = ['synapse_exec', 'synapse_look', 'synapse_get_execution', 'synapse_cancel_execution'];

/** Every field of a result, unless a test says what it wants. */
const whole = (name: string, args: Record<string, unknown>): Record<string, unknown> =>
  RESULT_TOOLS.includes(name) ? { verbose: true, ...args } : args;

/** An answer that is no JSON, or empty, stays text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
