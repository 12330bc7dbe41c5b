/** Answers HEAD as GET, without a second route for each address: Node itself leaves out the body of such an answer. */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

const asked = new WeakSet<object>();

/** Called before a request is routed. Its address stays. */
export function readHeadAsGet(request: Pick<IncomingMessage, 'method' | 'url'>): string {
  if (request.method === 'HEAD') {
    asked.add(request);
    request.method = 'GET';
  }
  return request.url ?? '/';
}

/** The method as the client sent it. */
export const sentMethod = ({ raw, method }: FastifyRequest): string => (asked.has(raw) ? 'HEAD' : method);
