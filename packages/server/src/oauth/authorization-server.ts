/** The authorization server: the library behind a few functions, loaded with the first call. */
import { SCOPES } from '@synapse/contract';
import type { Provider } from 'oidc-provider';
import type { OauthAddresses } from './addresses.ts';
import { tameMetadata } from './client-metadata.ts';
import type { ProviderParts } from './create-provider.ts';
import { USUAL_SCOPES } from './metadata.ts';

/** What the library gets of a request: nothing that was not checked. */
export interface OauthRequest {
  readonly method: 'GET' | 'POST';
  /** Below `/oauth`, with its query. */
  readonly path: string;
  readonly cookie: string | undefined;
  readonly body?: { readonly type: string; readonly text: string };
}

export interface OauthAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
}

export interface AuthorizationServer {
  providerAt(addresses: OauthAddresses): Promise<Provider>;
  authorize(addresses: OauthAddresses, query: URLSearchParams, cookie: string | undefined): Promise<OauthAnswer>;
  /** After the person has answered. */
  resume(addresses: OauthAddresses, uid: string, cookie: string | undefined): Promise<OauthAnswer>;
  token(addresses: OauthAddresses, form: string): Promise<OauthAnswer>;
  revoke(addresses: OauthAddresses, form: string): Promise<OauthAnswer>;
  register(addresses: OauthAddresses, metadata: Readonly<Record<string, unknown>>): Promise<OauthAnswer>;
}

/** One computer is known by few names, and each has a server of its own. */
const MAX_PROVIDERS = 8;
/** All that an authorization request may say. Whatever else the library knows is not offered. */
const AUTHORIZE = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'prompt',
];
const FORM = 'application/x-www-form-urlencoded';

export function createAuthorizationServer(parts: ProviderParts): AuthorizationServer {
  const providers = new Map<string, Promise<Provider>>();

  const providerAt = (addresses: OauthAddresses): Promise<Provider> => {
    const { issuer } = addresses;
    let provider = providers.get(issuer);
    if (provider === undefined) {
      if (providers.size >= MAX_PROVIDERS) providers.delete([...providers.keys()][0]!);
      provider = import('./create-provider.ts').then(({ createProvider }) => createProvider(addresses, parts));
      // A failure is not kept: the next request tries again.
      provider.catch(() => providers.delete(issuer));
      providers.set(issuer, provider);
    }
    return provider;
  };

  const pass = async (addresses: OauthAddresses, request: OauthRequest): Promise<OauthAnswer> => {
    const provider = await providerAt(addresses);
    const { default: inject } = await import('light-my-request');
    const handle = provider.callback();
    const { protocol, host, pathname } = new URL(addresses.issuer);
    const answer = await inject(
      (req, res) => {
        // The library finds its own address from these.
        Object.assign(req, { originalUrl: `${pathname}${request.path}` });
        void handle(req as never, res as never);
      },
      {
        method: request.method,
        url: request.path,
        headers: {
          host,
          'x-forwarded-host': host,
          'x-forwarded-proto': protocol.slice(0, -1),
          accept: 'application/json',
          ...(request.cookie === undefined ? {} : { cookie: request.cookie }),
          ...(request.body === undefined ? {} : { 'content-type': request.body.type }),
        },
        ...(request.body === undefined ? {} : { payload: request.body.text }),
      },
    );
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string | string[]>,
      body: answer.payload,
    };
  };
  const post = (addresses: OauthAddresses, path: string, text: string, type = FORM): Promise<OauthAnswer> =>
    pass(addresses, { method: 'POST', path, cookie: undefined, body: { type, text } });

  return {
    providerAt,
    authorize: (addresses, query, cookie) => {
      const asked = new URLSearchParams([...query].filter(([name]) => AUTHORIZE.includes(name)));
      // What we do not know cannot be given. A client that names no known scope gets the usual ones.
      const wanted = (asked.get('scope') ?? '').split(' ');
      const known = SCOPES.filter((scope) => wanted.includes(scope));
      asked.set('scope', (known.length > 0 ? known : USUAL_SCOPES).join(' '));
      // A person is asked in any case, unless the client asked for no interaction.
      if (asked.get('prompt') !== 'none') asked.delete('prompt');
      return pass(addresses, { method: 'GET', path: `/authorize?${asked}`, cookie });
    },
    resume: (addresses, uid, cookie) =>
      pass(addresses, { method: 'GET', path: `/authorize/${encodeURIComponent(uid)}`, cookie }),
    token: (addresses, form) => post(addresses, '/token', form),
    revoke: (addresses, form) => post(addresses, '/revoke', form),
    register: (addresses, metadata) =>
      post(
        addresses,
        '/register',
        JSON.stringify({ ...tameMetadata(metadata), client_id: undefined }),
        'application/json',
      ),
  };
}
