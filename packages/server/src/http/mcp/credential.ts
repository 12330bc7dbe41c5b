/** What a call to `/mcp` brings to show who it is: the first of four headers that has something. Pure. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Credential } from '../../admission/admit.ts';

/** At `/tda/mcp` an AI token has its own header, and nothing else is read. */
export function ownHeader(headers: IncomingHttpHeaders): Credential {
  return { token: single(headers['x-ai-token']) };
}

/**
 * Clients that cannot be configured with a header of ours send the headers they know. Only `Authorization` may hold an access token, which
 * has to be for this address.
 */
export function anyHeader(headers: IncomingHttpHeaders, audience: string | null): Credential {
  const own = single(headers['x-ai-token']);
  if (own !== undefined) return { token: own };
  const bearer = /^bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim();
  if (bearer !== undefined) return { token: bearer, audience };
  return { token: single(headers['x-api-key']) ?? single(headers['x-auth-token']) };
}

/** A header that is sent twice arrives joined by a comma. An empty one counts as none. */
export function single(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value.join(', ') : value;
  return text === undefined || text === '' ? undefined : text;
}
