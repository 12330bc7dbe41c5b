/**
 * One call to the service, in the workspace that the page shows. The session is a cookie that scripts cannot read, so
 * nothing secret passes here.
 */
import { Problem, problemOf } from './problem.ts';
import { inWorkspace } from './workspace.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export const call = <T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> =>
  callAnywhere<T>(method, inWorkspace(path), body, signal);

/** The same for what the person sees in all their workspaces at once. */
export async function callAnywhere<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await send(method, path, body, signal);
  if (!response.ok) throw await problemOf(response);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** The events of one call as they come, until it ends them. Leaving the loop ends the call. */
export async function* callForEvents(
  path: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<{ readonly event: string; readonly data: unknown }> {
  const response = await send('POST', inWorkspace(path), body, signal, 'text/event-stream');
  if (!response.ok || response.body === null) throw await problemOf(response);
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) as unknown };
    }
  }
}

const OURS = () => ({
  // The language of the page, whatever the browser prefers.
  'accept-language': document.documentElement.lang,
  // Another site's page cannot send it: for the service it proves that our page made the call.
  'x-synapse-page': '1',
});

const send = (
  method: Method,
  path: string,
  body: unknown,
  signal?: AbortSignal,
  accept = 'application/json',
): Promise<Response> =>
  reach(path, {
    method,
    headers: {
      ...OURS(),
      accept,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Problem(0, 'unreachable', 'unreachable');
  }
}

/** A call whose bodies are bytes. */
export async function callBytes(
  method: 'GET' | 'PUT',
  path: string,
  body: Blob | null = null,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await reach(inWorkspace(path), {
    method,
    body,
    headers: { ...OURS(), ...headers, ...(body === null ? {} : { 'content-type': 'application/octet-stream' }) },
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** `path?a=1&b=2`, without empty values. */
export function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A path with its variable parts encoded: at`/synapse/machines/${slug}`. */
export function at(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.reduce((path, part, index) => {
    const value = values[index];
    return path + part + (value === undefined ? '' : encodeURIComponent(String(value)));
  }, '');
}
