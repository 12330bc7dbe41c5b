/** What clients read before they connect: RFC 9728 about `/mcp`, RFC 8414 about the authorization server. Pure. */
import { SCOPES, type Scope } from '@synapse/contract';
import type { OauthAddresses } from './addresses.ts';

/** Asked for where a client does not say what it wants. A person gives as much of it as their plan has and they like. */
export const USUAL_SCOPES: readonly Scope[] = ['mcp:read', 'mcp:write', 'mcp:synapse'];

/** Clients say who they are by their id alone, or sign with a key that their document names. None has a secret. */
export const CLIENT_AUTH_METHODS = ['none', 'private_key_jwt'] as const;
export const SIGNING_ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA'] as const;

export function resourceMetadata({ issuer, resource }: OauthAddresses) {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: USUAL_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Synapse',
  };
}

export function serverMetadata({ issuer }: OauthAddresses) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    token_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    revocation_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: ['fr', 'en'],
  };
}

/** The header of a 401 at `/mcp`: where to read how to connect. `invalid`: a token came, and is none. */
export function challenge(addresses: OauthAddresses | null, invalid: boolean): string {
  const parts = invalid ? ['error="invalid_token"'] : [];
  if (addresses !== null) {
    parts.push(`resource_metadata="${addresses.resourceMetadata}"`, `scope="${USUAL_SCOPES.join(' ')}"`);
  }
  return parts.length === 0 ? 'Bearer realm="synapse"' : `Bearer ${parts.join(', ')}`;
}
