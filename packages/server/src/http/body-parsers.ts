/** How the bodies of REST calls are read: JSON in UTF-8 under every content type that simple clients send, and forms. */
import { because, LIMITS, Refusal } from '@synapse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonExcess } from './json-bounds.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const BUFFER = { parseAs: 'buffer' } as const;
const OPENING_BRACE = 0x7b;
const EXCESS = {
  too_deep: because('json_too_deep', { max: LIMITS.json.depth }),
  too_many: because('json_too_many', { max: LIMITS.json.values }),
} as const;

export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');

  const readJson = (request: FastifyRequest, bytes: Buffer): Promise<unknown> =>
    new Promise((resolve, reject) => {
      // Many clients declare JSON on calls that have no body.
      if (bytes.length === 0) return resolve(undefined);
      const excess = jsonExcess(bytes);
      if (excess !== null) reject(new Refusal('body_invalid', { problem: EXCESS[excess] }));
      else parseJson(request, readText(request, bytes), (error, body) => (error ? reject(error) : resolve(body)));
    });
  // What `curl -d` calls a form may be JSON. No form begins like that.
  const readForm = async (request: FastifyRequest, bytes: Buffer): Promise<unknown> =>
    bytes[0] === OPENING_BRACE ? readJson(request, bytes) : parseForm(readText(request, bytes));
  const readOther = async (request: FastifyRequest, bytes: Buffer): Promise<unknown> => {
    const type = request.headers['content-type'];
    if (!type || /^[^;]*\+json\s*(?:;|$)/i.test(type)) return readJson(request, bytes);
    throw new Refusal('media_type_unsupported', { type: type.slice(0, 100) });
  };

  app.addContentTypeParser(['application/json', 'text/plain'], BUFFER, readJson);
  app.addContentTypeParser('application/x-www-form-urlencoded', BUFFER, readForm);
  app.addContentTypeParser('*', BUFFER, readOther);
}

/** Leaves bodies unread, for handlers that stream them. */
export function streamBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
}

function readText({ headers }: FastifyRequest, bytes: Buffer): string {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new Refusal('media_type_unsupported', { type: encoding.slice(0, 100) });
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal('body_invalid', { problem: 'UTF-8' });
  }
}

/** A form field given twice could be read in two ways, so it is refused. */
function parseForm(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)];
  if (new Set(fields.map(([name]) => name)).size < fields.length) {
    throw new Refusal('body_invalid', { problem: because('field_repeated') });
  }
  return Object.fromEntries(fields);
}
