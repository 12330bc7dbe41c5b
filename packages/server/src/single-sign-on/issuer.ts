/** The issuer of single sign-on, through openid-client: its description, the way to it, and what it answers. */
import { Refusal } from '@synapse/contract';
import type { Configuration, CustomFetch } from 'openid-client';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { isLoopback } from '../config/read-config.ts';
import { groupsOf } from './read-claims.ts';
import type { SignOnSettings } from './settings.ts';

/** Checked when the browser returns. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Issuer {
  /** Where the browser is sent. Throws oidc_unreachable. */
  authorizationUrl(redirectUri: string): Promise<{ url: string; checks: Checks }>;
  /** The claims of the issuer, for the address to which the browser returned. Throws oidc_…. */
  claimsOf(address: URL, checks: Checks): Promise<Record<string, unknown>>;
}

/** Rarely used, and large. */
const library = () => import('openid-client');

const TIMEOUT_SECONDS = 5;
/** Its keys are asked for again by the library itself. */
const KNOWN_MS = 3600_000;

export function createIssuer(settings: SignOnSettings, clock: Clock, log: Logger): Issuer {
  let known: { readonly at: number; readonly configuration: Promise<Configuration> } | null = null;

  const discover = async (): Promise<Configuration> => {
    const client = await library();
    const { issuer, clientId, clientSecret } = settings;
    const plain = issuer.protocol === 'http:' && isLoopback(issuer.hostname);
    const authentication = clientSecret === null ? client.None() : undefined;
    return client.discovery(issuer, clientId, clientSecret ?? undefined, authentication, {
      timeout: TIMEOUT_SECONDS,
      [client.customFetch]: boundedFetch as CustomFetch,
      execute: [client.enableNonRepudiationChecks, ...(plain ? [client.allowInsecureRequests] : [])],
    });
  };

  /** Fetched once for all who wait. */
  const configuration = (): Promise<Configuration> => {
    if (known === null || clock() - known.at > KNOWN_MS) known = { at: clock(), configuration: discover() };
    return known.configuration;
  };

  const orRefuse = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const refusal = await refusalOf(error, settings.name);
      // Its description may be wrong, or may be missing. The next one asks again.
      if (refusal.code !== 'oidc_denied') known = null;
      // `said`: the error by which the issuer itself refused.
      const { code, message, error: said } = error as { code?: string; message?: string; error?: unknown };
      const own = typeof said === 'string' ? { said: said.slice(0, 100) } : {};
      log.warn({ code: refusal.code, reason: code ?? null, detail: message, ...own }, 'single sign-on failed');
      throw refusal;
    }
  };

  return {
    authorizationUrl: (redirectUri) =>
      orRefuse(async () => {
        const client = await library();
        const checks = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const config = await configuration();
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: scopesOf(config.serverMetadata(), settings),
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, checks };
      }),

    claimsOf: (address, { state, nonce, verifier }) =>
      orRefuse(async () => {
        const client = await library();
        const config = await configuration();
        const tokens = await client.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims()!;
        const { userinfo_endpoint: more } = config.serverMetadata();
        const enough = claims.email !== undefined && groupsOf(claims) !== undefined;
        if (more === undefined || enough) return claims;
        return { ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
      }),
  };
}

/** Some issuers name groups only if they are asked for them; others refuse a scope that they do not know. */
function scopesOf(
  metadata: { readonly scopes_supported?: string[] },
  { admins, plans, crews }: SignOnSettings,
): string {
  const mapsGroups = admins !== null || plans !== null || crews !== null;
  const wantsGroups = mapsGroups && metadata.scopes_supported?.includes('groups') === true;
  return wantsGroups ? 'openid email profile groups' : 'openid email profile';
}

/** The issuer is not there, or does not answer as issuers do. */
const AWAY = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
]);

async function refusalOf(error: unknown, name: string): Promise<Refusal> {
  if (error instanceof Refusal) return error;
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await library();
  if (error instanceof AuthorizationResponseError) return new Refusal('oidc_denied', { name });
  if (error instanceof ResponseBodyError) {
    return new Refusal(error.status >= 500 ? 'oidc_unreachable' : 'oidc_answer_invalid', { name });
  }
  const isAway = !(error instanceof ClientError) || AWAY.has(error.code ?? '') || error.cause instanceof AnswerTooLarge;
  return new Refusal(isAway ? 'oidc_unreachable' : 'oidc_answer_invalid', { name });
}

/** Asks the issuer for something: never further than where we asked, never more than it may say, never for long. */

const MOST_BYTES = 256 * 1024;
const LONGEST_MS = 5_000;

class AnswerTooLarge extends Error {}

/** Only the requests of single sign-on pass here; the operator configured where they go. */
async function boundedFetch(address: string, init: RequestInit): Promise<Response> {
  const ends = AbortSignal.timeout(LONGEST_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, ends]) : ends;
  const response = await fetch(address, { ...init, redirect: 'manual', signal });
  const { status, headers } = response;
  return new Response(hasBody(status) ? await readBounded(response) : null, { status, headers });
}

const hasBody = (status: number): boolean => ![101, 204, 205, 304].includes(status);

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest of the answer.
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > MOST_BYTES) throw new AnswerTooLarge(`more than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
