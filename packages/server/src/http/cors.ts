/**
 * Lets pages of the listed origins read the answers. Cookies of such pages are ignored: they must bring their own
 * token.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS =
  'Accept, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-AI-Token, X-API-Key, X-Auth-Token';
const ANSWER_HEADERS = 'Mcp-Session-Id, Retry-After, WWW-Authenticate, X-Request-Id';
const PREFLIGHT_SECONDS = '600';

/** True when the request only asked what is allowed, and was answered with that. */
export function shareWithListed(request: FastifyRequest, reply: FastifyReply, listed: readonly string[]): boolean {
  const { origin, 'access-control-request-method': wanted } = request.headers;
  if (origin === undefined || !listed.includes(origin)) return false;
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', ANSWER_HEADERS)
    .header('vary', 'origin');
  if (request.method !== 'OPTIONS' || wanted === undefined) return false;
  reply
    .header('access-control-allow-methods', METHODS)
    .header('access-control-allow-headers', REQUEST_HEADERS)
    .header('access-control-max-age', PREFLIGHT_SECONDS);
  return true;
}
