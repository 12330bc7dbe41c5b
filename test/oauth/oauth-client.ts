/** A client that connects by OAuth, step by step, so that a test can do each step wrongly. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type Answered, createBrowser, PAGE, type ScriptedBrowser } from './browser.ts';

export interface Person {
  readonly username: string;
  readonly password: string;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly token_type: string;
}

export const REDIRECT = 'http://127.0.0.1:33418/callback';

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Each address may register only so often. A service that trusts a proxy on this computer sees ever new ones. */
export const fromElsewhere = () => ({ 'x-forwarded-for': `203.0.113.${randomInt(256)}` });

export async function register(url: string, metadata: Record<string, unknown> = {}): Promise<Answered> {
  const given = { client_name: 'A test client', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
  return createBrowser(url).send('POST', '/oauth/register', { ...given, ...metadata }, fromElsewhere());
}

export async function newClient(url: string, metadata: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await register(url, metadata);
  if (status !== 201) throw new Error(`registration: ${status} ${JSON.stringify(body)}`);
  return body.client_id;
}

export interface Ask {
  readonly clientId: string;
  readonly pkce: Pkce;
  readonly redirectUri?: string;
  /** Replaces or, where undefined, leaves out parameters. */
  readonly change?: Readonly<Record<string, string | undefined>>;
}

export function authorizePath(url: string, { clientId, pkce, redirectUri = REDIRECT, change = {} }: Ask): string {
  const parameters: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'mcp:read mcp:write mcp:synapse',
    state: 'a-state',
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    resource: `${url}/mcp`,
    ...change,
  };
  const given = Object.entries(parameters).filter((each): each is [string, string] => each[1] !== undefined);
  return `/oauth/authorize?${new URLSearchParams(given)}`;
}

export const uidOf = (location: string | null): string => {
  const uid = /\/oauth\/consent\/([\w-]+)$/.exec(location ?? '')?.[1];
  if (uid === undefined) throw new Error(`no question to a person: ${location}`);
  return uid;
};

export const allowAll = { decision: 'approve', scopes: ['mcp:read', 'mcp:write', 'mcp:synapse'] } as const;

export const answer = (browser: ScriptedBrowser, uid: string, body: unknown = allowAll): Promise<Answered> =>
  browser.send('POST', `/oauth/consent/${uid}/answer`, body, PAGE);

/** From the client's request to what its redirect address is told. */
export async function consent(
  browser: ScriptedBrowser,
  url: string,
  ask: Ask,
  decision: unknown = allowAll,
): Promise<URLSearchParams> {
  const asked = await browser.open(authorizePath(url, ask));
  const uid = uidOf(asked.location);
  const { status, body } = await answer(browser, uid, decision);
  if (status !== 200) throw new Error(`consent: ${status} ${JSON.stringify(body)}`);
  const back = await browser.open(body.continue_at);
  if (back.location === null) throw new Error(`back: ${back.status} ${JSON.stringify(back.body)}`);
  return new URL(back.location).searchParams;
}

export async function postForm(url: string, path: string, form: Record<string, string>): Promise<Answered> {
  const response = await fetch(url + path, { method: 'POST', body: new URLSearchParams(form) });
  const text = await response.text();
  const body = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, location: null, body };
}

export interface Exchange {
  readonly clientId: string;
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri?: string;
  readonly change?: Readonly<Record<string, string>>;
}

export const exchange = (url: string, { clientId, code, verifier, redirectUri = REDIRECT, change = {} }: Exchange) =>
  postForm(url, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    ...change,
  });

export const refresh = (url: string, clientId: string, token: string) =>
  postForm(url, '/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token });

export interface Connected {
  readonly clientId: string;
  readonly browser: ScriptedBrowser;
  readonly tokens: Tokens;
}

/** Signing in is slow on purpose, so each person does it once. */
const browsers = new Map<string, ScriptedBrowser>();

async function browserOf(url: string, { username, password }: Person): Promise<ScriptedBrowser> {
  const known = browsers.get(`${url} ${username}`);
  if (known !== undefined && (await known.open('/auth/me')).status === 200) return known;
  const browser = createBrowser(url);
  await browser.signIn(username, password);
  browsers.set(`${url} ${username}`, browser);
  return browser;
}

/** The whole way, with nothing wrong. */
export async function connect(
  url: string,
  { username, password }: Person,
  { decision = allowAll as unknown, clientId = '', resource = `${url}/mcp` } = {},
): Promise<Connected> {
  const id = clientId || (await newClient(url));
  const browser = await browserOf(url, { username, password });
  const pkce = newPkce();
  const back = await consent(browser, url, { clientId: id, pkce, change: { resource } }, decision);
  const { status, body } = await exchange(url, { clientId: id, code: back.get('code') ?? '', verifier: pkce.verifier });
  if (status !== 200) throw new Error(`token: ${status} ${JSON.stringify(body)}`);
  return { clientId: id, browser, tokens: body };
}

/** One call to `/mcp` with these headers. */
export async function callMcp(
  url: string,
  headers: Record<string, string>,
  method = 'tools/list',
  params: unknown = {},
  path = '/mcp',
): Promise<Answered> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, location: null, body: JSON.parse(text) };
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** The result of a tool, or its refusal. */
export async function callTool(url: string, token: string, name: string, args: Record<string, unknown> = {}) {
  const params = { name, arguments: args };
  const { status, body } = await callMcp(url, bearer(token), 'tools/call', params, '/mcp?tools=all&answers=json');
  return {
    status,
    code: body.error?.data?.code ?? body.result?._meta?.['synapse/code'],
    result: body.result?.structuredContent,
  };
}
