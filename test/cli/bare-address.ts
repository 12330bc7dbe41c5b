/** `/mcp` and its metadata as the contract has them, in front of a real service that does not offer them yet. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface BareAddress {
  /** The address by which the service knows itself. Null: it offers no sign-in. */
  base: string | null;
}

/** True if it was one of these addresses, and is answered. */
export function answerBareAddress({ base }: BareAddress, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const send = (status: number, body: unknown, headers: Record<string, string> = {}): true => {
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    return true;
  };
  const path = incoming.url!.split('?', 1)[0];
  if (
    !['/mcp', '/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server/oauth'].includes(
      path!,
    )
  )
    return false;
  if (base === null) return send(404, { code: 'not_found' });
  if (path === '/.well-known/oauth-protected-resource/mcp') {
    return send(200, { resource: `${base}/mcp`, authorization_servers: [`${base}/oauth`] });
  }
  if (path !== '/mcp') return send(200, { issuer: `${base}/oauth`, token_endpoint: `${base}/oauth/token` });
  const given = incoming.headers.authorization ?? incoming.headers['x-ai-token'];
  const code = given === undefined ? 'token_missing' : 'token_invalid';
  const challenge = `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`;
  return send(401, { jsonrpc: '2.0', id: 1, error: { code: 401, data: { code } } }, { 'www-authenticate': challenge });
}
