/** The service over REST, called as the signed-in user. */
import { readFileSync } from 'node:fs';
import type { ErrorCode } from '@synapse/contract/errors';
import type { Language } from '@synapse/contract/language';
import { calledAs } from './called-as.ts';
import { CliError, EXIT, usageError } from './cli-error.ts';
import { installationEnvIfReadable } from './installation.ts';
import { networkReason } from './network-reason.ts';
import { readSession } from './session.ts';
import { asTyped, language, tell } from './words/tell.ts';

type Env = Readonly<Record<string, string | undefined>>;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Api {
  readonly url: string;
  call<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T>;
  /** An answer that comes as a stream of events; null: it has no body. */
  stream(method: Method, path: string, body: unknown, signal?: AbortSignal): Promise<ReadableStream<Uint8Array> | null>;
  /** The raw answer, for exports and event streams. */
  open(path: string, signal?: AbortSignal): Promise<Response>;
  /** Who calls, for calls whose bodies stream. */
  headers(): Promise<Record<string, string>>;
}

const DEFAULT_PORT = '8080';

/** Which service is meant: the option, the environment, the one that was signed in to, or the one on this computer. */
export function serviceUrl(env: Env, option: string | undefined): string {
  const url = (option ?? env.SYNAPSE_URL) || readSession(env)?.url || urlHere(installationEnvIfReadable(env));
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw usageError(tell('not_an_address', { url }), withScheme(url));
  }
  return url.replace(/\/+$/, '');
}

/** `localhost:8080` is a name and a port to people, and a scheme to a program. */
function withScheme(url: string): string | null {
  if (url.includes('//') || !URL.canParse(`http://${url}`)) return null;
  const { hostname } = new URL(`http://${url}`);
  const scheme = /^(?:localhost|127\.|10\.|192\.168\.)/.test(hostname) ? 'http' : 'https';
  return tell('address_meant', { url: `${scheme}://${url}` });
}

/** A service that is configured in this environment. */
function urlHere({ SYNAPSE_PORT: port = '' }: Env): string {
  return `http://127.0.0.1:${/^[1-9]\d{0,4}$/.test(port) ? port : DEFAULT_PORT}`;
}

/** `signedIn`: an access token that is already known. */
export function createApi(env: Env, urlOption: string | undefined, signedIn?: string): Api {
  const named = serviceUrl(env, urlOption);
  // The address that was signed in to: another name of that service may lead to another server.
  const url = signedIn === undefined ? (readSession(env, named)?.url ?? named) : named;
  let session = signedIn === undefined ? undefined : Promise.resolve(signedIn);
  const headersOf = async (): Promise<Record<string, string>> => {
    session ??= accessToken(env, url);
    const language = await languageHeader(env);
    return { authorization: `Bearer ${await session}`, 'x-synapse-client': 'cli', ...language };
  };
  const send = async (
    method: Method,
    path: string,
    body: unknown,
    signal?: AbortSignal,
    more: Record<string, string> = {},
  ): Promise<Response> => {
    const headers = {
      ...(await headersOf()),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    };
    const response = await reach(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (!response.ok) throw await refusalOf(response);
    return response;
  };
  return {
    url,
    call: async <T>(method: Method, path: string, body?: unknown, signal?: AbortSignal) => {
      const response = await send(method, path, body, signal);
      const text = await response.text();
      if (text === '') return null as T;
      try {
        return JSON.parse(text) as T;
      } catch {
        throw new CliError(tell('not_json', { status: response.status }));
      }
    },
    stream: async (method, path, body, signal) =>
      (await send(method, path, body, signal, { accept: 'text/event-stream' })).body,
    open: (path, signal) => send('GET', path, undefined, signal),
    headers: headersOf,
  };
}

/** The same service where what belongs to a workspace is the crew's. */
export function inCrew(api: Api, crew: string): Api {
  const there = (path: string): string =>
    /^\/(?:synapse|tda\/(?:projects|journal))(?=[/?]|$)/.test(path)
      ? `/crews/${encodeURIComponent(crew)}${path}`
      : path;
  return {
    ...api,
    call: (method, path, body, signal) => api.call(method, there(path), body, signal),
    stream: (method, path, body, signal) => api.stream(method, there(path), body, signal),
    open: (path, signal) => api.open(there(path), signal),
  };
}

/** The account that the environment names, otherwise a session of this service. */
async function accessToken(env: Env, url: string): Promise<string> {
  const account = accountFromEnv(env);
  if (account !== null) return (await logIn(url, account, env)).access_token;
  const saved = readSession(env, url);
  const isMeant = saved !== null && (!env.SYNAPSE_USERNAME || env.SYNAPSE_USERNAME === saved.username);
  if (isMeant && Date.parse(saved.expires_at) > Date.now()) return saved.access_token;
  // A service that is down is what to mend first.
  await reach(`${url}/healthz`, { method: 'GET' });
  throw new CliError(tell(isMeant ? 'session_ended' : 'not_signed_in', { url }), {
    exitCode: EXIT.signedOut,
    hint: `${calledAs(env)} login --url ${url}`,
  });
}

export interface Account {
  readonly username: string;
  readonly password: string;
  readonly code?: string;
  /** A session that may not do what only a person decides. */
  readonly limited?: 'true';
}

export function accountFromEnv(env: Env): Account | null {
  const username = env.SYNAPSE_USERNAME;
  const file = env.SYNAPSE_PASSWORD_FILE;
  const password = env.SYNAPSE_PASSWORD || (file ? readFileSync(file, 'utf8').replace(/\r?\n$/, '') : '');
  return username && password ? { username, password } : null;
}

export async function logIn(
  url: string,
  account: Account,
  env: Env,
  signal?: AbortSignal,
): Promise<{ access_token: string; expires_in: number }> {
  const response = await reach(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'x-synapse-client': 'cli', ...(await languageHeader(env)) },
    body: new URLSearchParams({ ...account }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as { access_token: string; expires_in: number };
}

/** A call that needs no session. */
export async function callOpen<T>(url: string, path: string, body: unknown, env: Env): Promise<T> {
  const response = await reach(url + path, {
    method: 'POST',
    headers: {
      'x-synapse-client': 'cli',
      ...(await languageHeader(env)),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as T;
}

export async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    const { origin } = new URL(address);
    throw new CliError(tell('unreachable', { origin, reason: networkReason(error) }), {
      hint: tell('unreachable_hint'),
    });
  }
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly fields?: CliError['fields'];
  readonly secrets?: CliError['secrets'];
}

/** The language that the environment asks for. Without one, the account's own setting applies, then English. */
async function languageHeader(env: Env): Promise<Record<string, string>> {
  const { environmentLanguage, NO_LANGUAGE } = await import('@synapse/contract/language');
  return { 'accept-language': environmentLanguage(env) ?? NO_LANGUAGE };
}

async function refusalOf(response: Response): Promise<CliError> {
  const problem = (await response.json().catch(() => ({
    detail: tell('not_json', { status: response.status }),
  }))) as Problem;
  const code = problem.code ?? null;
  const signedOut = response.status === 401;
  const wait = response.headers.get('retry-after');
  // One language at a time: a French message of the service is not explained in English.
  const spoken = response.headers.get('content-language') === 'fr' ? 'fr' : 'en';
  const explained = code === null || signedOut ? null : await explanation(code, spoken);
  return new CliError(problem.detail ?? tell('answered', { status: response.status }), {
    code,
    exitCode: signedOut ? EXIT.signedOut : EXIT.failed,
    fields: problem.fields ?? [],
    secrets: problem.secrets ?? [],
    hint: signedOut ? asTyped('synapse login') : wait === null ? explained : whenAgain(code, wait),
  });
}

const whenAgain = (code: string | null, seconds: string): string =>
  tell(code === 'exec_rate_limited' ? 'exec_rate' : 'try_again', { seconds });

/** Why the service refuses, and what to do. In French only where there is something to do. */
async function explanation(code: string, spoken: Language): Promise<string | null> {
  const { ERRORS } = await import('@synapse/contract/errors');
  if (!Object.hasOwn(ERRORS, code)) return null;
  if (spoken === 'en') return ERRORS[code as ErrorCode].explain;
  const { FRENCH_ADVICE } = await import('./words/advice.ts');
  return FRENCH_ADVICE[code as ErrorCode] ?? null;
}

/** Why a command did not run, as its result says it. The result does not say in which language the message is. */
export const lateExplanation = (code: string): Promise<string | null> => explanation(code, language());
