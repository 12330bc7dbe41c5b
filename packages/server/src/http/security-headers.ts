/** Headers that every answer carries. */
import type { FastifyReply } from 'fastify';

const contentSecurityPolicy = (styles: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const CONTENT_SECURITY_POLICY = contentSecurityPolicy("'self'");

/** For the page's document: also allows the style elements with this answer's nonce. */
export const pageSecurityPolicy = (nonce: string): string => contentSecurityPolicy(`'self' 'nonce-${nonce}'`);

export function setSecurityHeaders(reply: FastifyReply, https: boolean): void {
  reply.headers({
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  if (https) reply.header('strict-transport-security', 'max-age=31536000');
}
