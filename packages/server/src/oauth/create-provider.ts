/** The authorization server of one address: the library, and what we want of it. Loaded with the first request to it. */
import { createECDH } from 'node:crypto';
import { LIMITS, SCOPES } from '@synapse/contract';
import {
  type Client,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { generateToken } from '../credentials/token-format.ts';
import type { OauthAddresses } from './addresses.ts';
import type { Connections } from './connections.ts';
import { DOCUMENT_BYTES } from './fetch-document.ts';
import { CLIENT_AUTH_METHODS, SIGNING_ALGORITHMS } from './metadata.ts';
import type { OauthState } from './state.ts';

export interface ProviderParts {
  readonly state: OauthState;
  readonly connections: Pick<Connections, 'scopesOf'>;
  /** Whether the user of that id may still sign in. */
  readonly isWelcome: (userId: string) => Promise<boolean>;
  readonly fetchDocument: (url: string | URL) => Promise<Response>;
  readonly cookieKey: Buffer;
  readonly signingKey: Buffer;
  /** A defect of ours: for the log. */
  readonly onDefect: (error: unknown) => void;
}

const INTERACTION_SECONDS = 600;
const CODE_SECONDS = 60;

export function createProvider(addresses: OauthAddresses, parts: ProviderParts): Provider {
  const provider = new Provider(addresses.issuer, configuration(addresses, parts));
  // The address is the one we were asked for, and not what a header of the request says.
  provider.proxy = true;
  // Whatever prints one can then be kept from showing it.
  for (const kind of [provider.AccessToken, provider.RefreshToken]) {
    const made = kind.prototype as unknown as { generateTokenId(): string };
    const choose = made.generateTokenId;
    made.generateTokenId = function () {
      // It also notes of which form the token is.
      choose.call(this);
      return generateToken('oauth');
    };
  }
  provider.on('server_error', (_ctx, error) => parts.onDefect(error));
  (provider as NodeJS.EventEmitter).on('error', parts.onDefect);
  return provider;
}

function configuration(addresses: OauthAddresses, parts: ProviderParts): Configuration {
  const { state, connections, isWelcome, fetchDocument, cookieKey, signingKey } = parts;
  const remaining = (ctx: KoaContextWithOIDC, atMost = Number.POSITIVE_INFINITY): number => {
    const end = ctx.oidc.entities.Grant?.exp ?? 0;
    return Math.max(1, Math.min(atMost, end - Math.floor(Date.now() / 1000)));
  };
  return {
    adapter: state.adapter,
    routes: { authorization: '/authorize', token: '/token', registration: '/register', revocation: '/revoke' },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        cacheDuration: { min: 300, max: 86_400 },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => addresses.resource,
        useGrantedResource: () => true,
        getResourceServerInfo: async (ctx, resource) => {
          if (resource !== addresses.resource) throw new errors.InvalidTarget('the resource is not this service');
          const { Grant: grant } = ctx.oidc.entities;
          const scopes = grant?.jti === undefined ? SCOPES : await connections.scopesOf(grant.jti);
          return { scope: scopes.join(' '), accessTokenFormat: 'opaque' };
        },
      },
    },
    fetch: fetchDocument as Configuration['fetch'],
    fetchResponseBodyLimits: { 'client_id metadata document': DOCUMENT_BYTES, jwks_uri: DOCUMENT_BYTES },
    responseTypes: ['code'],
    scopes: [],
    clientAuthMethods: [...CLIENT_AUTH_METHODS],
    clientDefaults: { id_token_signed_response_alg: 'ES256', token_endpoint_auth_method: 'none' },
    enabledJWA: { clientAuthSigningAlgValues: [...SIGNING_ALGORITHMS], idTokenSigningAlgValues: ['ES256'] },
    jwks: { keys: [keyFrom(signingKey)] },
    pkce: { required: () => true },
    cookies: {
      names: { session: 'synapse_oauth', interaction: 'synapse_consent', resume: 'synapse_consent_resume' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
      long: { signed: true, httpOnly: true, sameSite: 'lax' },
      keys: [cookieKey.toString('base64url')],
    },
    clientBasedCORS: () => false,
    interactions: {
      policy: [alwaysAsk()] as unknown as NonNullable<Configuration['interactions']>['policy'] & object,
      url: (_ctx, { uid }) => addresses.consent(uid),
    },
    // Each consent is a connection of its own: what was allowed before says nothing about this request.
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
    },
    findAccount: async (_ctx, sub) =>
      (await isWelcome(sub)) ? { accountId: sub, claims: () => ({ sub }) } : undefined,
    issueRefreshToken: (_ctx, client: Client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    ttl: {
      AccessToken: (ctx) => remaining(ctx, LIMITS.oauth.accessTokenSeconds),
      RefreshToken: (ctx) => remaining(ctx),
      AuthorizationCode: CODE_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Session: INTERACTION_SECONDS,
      // Never without an end of its own; see consent.ts.
      Grant: INTERACTION_SECONDS,
    },
    renderError: (ctx, out) => {
      ctx.type = 'json';
      ctx.body = { error: out.error, error_description: out.error_description };
    },
  };
}

/** A person is asked each time, signed in or not: an earlier consent does not count. */
function alwaysAsk() {
  const { Prompt, Check } = interactionPolicy;
  return new Prompt(
    { name: 'consent', requestable: true },
    new Check(
      'not_asked',
      'a person has to be asked',
      'interaction_required',
      (ctx) => ctx.oidc.result?.consent === undefined,
    ),
  );
}

/** The library wants a key to sign with, though nothing that we let it do is signed. */
function keyFrom(secret: Buffer) {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  const point = curve.getPublicKey();
  return {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    use: 'sig',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: secret.toString('base64url'),
  };
}
