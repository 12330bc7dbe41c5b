/** What a client says of itself, made to fit: registered or in its document, it is untrusted. Pure. */

type Metadata = Readonly<Record<string, unknown>>;

/** Kept of what a client says. All else, and whatever would make it more than a plain client, is dropped. */
const KEPT = [
  'client_id',
  'client_name',
  'client_uri',
  'redirect_uris',
  'jwks_uri',
  'jwks',
  'token_endpoint_auth_method',
];
const NAME_CHARS = 100;
const REDIRECTS = 20;

/**
 * Clients on a person's computer listen on any port and often do not say that they are such clients. As a native client
 * everybody gets what is safe for all: https, this computer by http with any port, or a scheme of its own.
 */
export function tameMetadata(given: Metadata): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of KEPT) if (given[name] !== undefined) kept[name] = given[name];
  const { client_name, redirect_uris, token_endpoint_auth_method } = kept;
  if (client_name !== undefined) kept.client_name = plainName(client_name);
  if (Array.isArray(redirect_uris)) kept.redirect_uris = redirect_uris.slice(0, REDIRECTS + 1).map(checkRedirect);
  if (token_endpoint_auth_method !== 'private_key_jwt') kept.token_endpoint_auth_method = 'none';
  return {
    ...kept,
    application_type: 'native',
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
  };
}

/** A name is shown to a person: one short line, without letters that reorder or hide others. */
function plainName(name: unknown): string {
  return String(name)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, NAME_CHARS);
}

/** The library refuses what is no address; one with a name and password in it would look like another. */
function checkRedirect(uri: unknown, index: number): unknown {
  const url = typeof uri === 'string' && index < REDIRECTS ? URL.parse(uri) : null;
  return url === null || url.username !== '' || url.password !== '' ? '' : uri;
}

/** What a person sees of the client: never only the name that it gives itself. */
export interface ShownClient {
  readonly client_name: string | null;
  readonly client_host: string;
  readonly documented: boolean;
  readonly redirect_host: string | null;
}

export function shownClient(clientId: string, name: string | undefined, redirectUri: string): ShownClient {
  const redirect_host = hostOf(redirectUri);
  const documented = clientId.startsWith('https://');
  return {
    client_name: name || null,
    client_host: documented ? new URL(clientId).host : (redirect_host ?? 'localhost'),
    documented,
    redirect_host,
  };
}

/** Null: this computer. A scheme of its own is a program on this computer, too, but the person should see which. */
function hostOf(redirectUri: string): string | null {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol !== 'https:' && protocol !== 'http:') return `${protocol}//`;
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ? null : host;
}
