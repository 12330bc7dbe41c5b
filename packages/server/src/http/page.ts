/** Serves the page: its document at every address that is not the API's, its files with long caching. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PageFile, type PageFiles, readPageFiles } from './page-files.ts';
import { pageSecurityPolicy } from './security-headers.ts';

/** Relative to the source (`server/src/http`) or to the bundle (`server/dist`), whichever runs. */
const PLACES = ['../../../web/dist/', '../../web/dist/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
export const PAGE_DIRECTORY = PLACES.find((path) => existsSync(`${path}index.html`)) ?? PLACES[0]!;

const NONCE_MARK = '__CSP_NONCE__';
const NOT_BUILT = 'The page has not been built: run `npm run build`, then start the service again.\n';
/** Addresses that never show the page, whatever the caller accepts. The consent of OAuth is a page. */
const API =
  /^(?:\/crews\/[^/]+)?\/(?:auth|admin|tda|mcp|oauth(?!\/consent\/)|synapse|agent|docs|assets|\.well-known)(?:\/|$)/;

export interface Page {
  /** Whether a file of the page has this address. */
  has(path: string): boolean;
  /** Answers with the document; null if the request is not for it. */
  show(request: FastifyRequest, reply: FastifyReply): FastifyReply | null;
}

export function addPage(app: FastifyInstance, directory: string): Page {
  const page = readPageFiles(directory);
  const files = page?.files ?? new Map<string, PageFile>();
  const senders = new Map<string, SendFile>();
  for (const [path, file] of files) senders.set(path, fileSender(file));
  app.get('/', (_request, reply) => sendDocument(reply, page));
  app.get('/assets/*', (request, reply) => {
    const send = senders.get(pathOf(request));
    return send === undefined ? reply.callNotFound() : send(request, reply);
  });
  for (const [path, send] of senders) if (!path.startsWith('/assets/')) app.get(path, send);
  return {
    has: (path) => senders.has(path),
    show: (request, reply) => (wantsPage(request) ? sendDocument(reply, page) : null),
  };
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '/';

function wantsPage(request: FastifyRequest): boolean {
  const { method, headers } = request;
  const reads = method === 'GET' || method === 'HEAD';
  return reads && !API.test(pathOf(request)) && (headers.accept ?? '').includes('text/html');
}

function sendDocument(reply: FastifyReply, page: PageFiles | null): FastifyReply {
  if (page === null) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
  // The page's own library adds style elements at run time. The nonce of this answer allows those, and no others.
  const nonce = randomBytes(18).toString('base64');
  return reply
    .code(200)
    .header('content-security-policy', pageSecurityPolicy(nonce))
    .type('text/html; charset=utf-8')
    .send(page.index.replaceAll(NONCE_MARK, nonce));
}

type SendFile = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function fileSender({ type, body, brotli, hashed }: PageFile): SendFile {
  let gzipped: Promise<Buffer> | undefined;
  return async (request, reply) => {
    reply
      .type(type)
      .header('vary', 'accept-encoding')
      .header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    const accepted = request.headers['accept-encoding'];
    if (brotli !== null && accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(brotli);
    if (!accepts(accepted, 'gzip')) return reply.send(body);
    gzipped ??= promisify(gzip)(body, { level: 9 });
    return reply.header('content-encoding', 'gzip').send(await gzipped);
  };
}

function accepts(header: string | string[] | undefined, packing: string): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => {
      const [name = '', weight = 'q=1'] = part.split(';').map((each) => each.trim().toLowerCase());
      return name === packing && !/^q=0(?:\.0*)?$/.test(weight);
    });
}
