/** Who may read the metrics: the owner's monitoring only. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/read-config.ts';

/** The bearer token, or a call from this computer that no proxy passed on. */
export function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (given !== undefined && token !== null) return sameText(given, token);
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
  return forwarded === undefined && isLoopback((request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
