/** How the signed access token of a session looks: by this it is known wherever it is printed. */

export const ALGORITHM = 'HS256';
export const ISSUER = 'synapse';
export const AUDIENCE = 'synapse-api';

/** Every one begins with the same header. */
export const SESSION_TOKEN_HEADER = `${Buffer.from(JSON.stringify({ alg: ALGORITHM })).toString('base64url')}.`;

/** Whether the middle part of such a token says that it is ours. */
export function isOurPayload(part: string): boolean {
  try {
    const claims: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof claims === 'object' && claims !== null && 'iss' in claims && 'aud' in claims
      ? claims.iss === ISSUER && claims.aud === AUDIENCE
      : false;
  } catch {
    return false;
  }
}
