/** `POST /tda/mcp` and `POST /mcp` on Fastify: bytes and headers in, one JSON answer or an event stream out. */
import type { IncomingHttpHeaders } from 'node:http';
import { ERRORS, type Language, LIMITS, MCP_PATH, Refusal } from '@synapse/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Credential } from '../../admission/admit.ts';
import { beginEvents } from '../begin-events.ts';
import { discardBody } from '../discard-body.ts';
import { languageOf } from '../language-of.ts';
import type { RequestNote, RequestNotes } from '../request-notes.ts';
import type { OriginCheck } from './check-origin.ts';
import { clientGone } from './client-gone.ts';
import { ownHeader, single } from './credential.ts';
import type { Answer, Dispatcher } from './dispatch.ts';
import { internalError, PARSE_ERROR, type RpcError, refusalError, writeError } from './json-rpc.ts';
import type { EventStream } from './progress.ts';
import type { AnswerForm, Toolset } from './registry.ts';

export interface McpRouteOptions {
  readonly dispatcher: Dispatcher;
  readonly checkOrigin: OriginCheck;
  readonly notes: RequestNotes;
  /** A request was refused before the dispatcher saw it: for the metrics. */
  readonly onRefusal: (refusal: Refusal) => void;
  readonly endpoint?: McpEndpoint;
}

/** What differs between the two addresses. */
export interface McpEndpoint {
  readonly path: string;
  readonly credentialOf: (headers: IncomingHttpHeaders) => Credential;
  /** What a 401 says in `WWW-Authenticate`; null: nothing, so that clients keep to the header they were given. */
  readonly challenge: ((headers: IncomingHttpHeaders) => string) | null;
  /** What an address without `tools` and `answers` means. */
  readonly usual: { readonly toolset: Toolset; readonly answers: AnswerForm };
}

const SEED_ENDPOINT: McpEndpoint = {
  path: MCP_PATH,
  credentialOf: ownHeader,
  challenge: null,
  usual: { toolset: 'all', answers: 'json' },
};
/** A stream to listen on, or the end of a session: requests of clients that expect what this service does not have. */
const ASKED_BY_CLIENTS = ['GET', 'DELETE'];
const NEVER_ASKED = ['PUT', 'PATCH', 'OPTIONS'];
const NO_BODY = new Uint8Array();
const MAX_LABEL = 128;
/** The last two are what simple tools send with any body. The token's own header keeps forms of other sites out. */
const LABELS_OF_JSON = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'];

export async function mcpRoute(app: FastifyInstance, options: McpRouteOptions): Promise<void> {
  const endpoint = options.endpoint ?? SEED_ENDPOINT;
  // The dispatcher reads the bytes itself: parsing here would hide JSON that can be read in two ways.
  app.removeAllContentTypeParsers();
  // The usual content type is named, because finding the parser for any other takes a search.
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler<FastifyError | Refusal>(async (error, request, reply) => {
    const refusal = refusalFor(error);
    if (refusal !== null) {
      options.onRefusal(refusal);
      options.notes.add(request, { code: refusal.code });
    }
    const known = toRpcError(refusal ?? error, request.id, languageOf(request));
    if (known.status === ERRORS.body_too_large.status) await discardBody(request.raw);
    if (known.status >= 500) request.log.error({ err: error }, 'mcp request failed');
    return sendJson(reply, known.status, writeError(null, known));
  });

  app.route({
    method: ASKED_BY_CLIENTS,
    url: endpoint.path,
    handler: async (request, reply) => {
      const { id, ip, headers } = request;
      const refusal = refusalOf(options, headers);
      const credential = endpoint.credentialOf(headers);
      const acceptLanguage = headers['accept-language'];
      const note = (known: RequestNote): void => options.notes.add(request, known);
      const result = await options.dispatcher.refuseMethod({
        requestId: id,
        ip,
        credential,
        refusal,
        acceptLanguage,
        note,
      });
      challengeUnauthenticated(endpoint, request, reply, result.status);
      return send(result.status === 405 ? reply.header('allow', 'POST') : reply, result);
    },
  });
  app.route({
    method: NEVER_ASKED,
    url: endpoint.path,
    handler: (request, reply) => {
      const refusal = new Refusal('method_not_allowed');
      options.onRefusal(refusal);
      options.notes.add(request, { code: refusal.code });
      const error = refusalError(refusal, languageOf(request));
      return sendJson(reply.header('allow', 'POST'), error.status, writeError(null, error));
    },
  });
  app.post(endpoint.path, { bodyLimit: LIMITS.mcpBodyBytes }, (request, reply) =>
    answer(options, endpoint, request, reply),
  );
}

async function answer(
  options: McpRouteOptions,
  endpoint: McpEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Behind a proxy, the address is computed at each access.
  const { headers, ip } = request;
  const gone = new AbortController();
  const onClose = (): void => {
    if (!reply.raw.writableFinished) gone.abort(clientGone());
  };
  reply.raw.once('close', onClose);
  let stream: (EventStream & { end(messages: readonly string[]): void }) | undefined;

  const result = await options.dispatcher.handle({
    body: request.body instanceof Uint8Array ? request.body : NO_BODY,
    headers: {
      protocolVersion: single(headers['mcp-protocol-version']),
      method: single(headers['mcp-method']),
      name: single(headers['mcp-name']),
    },
    credential: endpoint.credentialOf(headers),
    ip,
    acceptLanguage: headers['accept-language'],
    requestId: request.id,
    client: clientLabel(headers, ip),
    session: sessionOf(headers),
    ...formOf(endpoint, request.query as Record<string, unknown>),
    refusal: refusalOf(options, headers),
    openStream: acceptsStream(headers.accept) ? () => (stream ??= openAnswerStream(reply)) : undefined,
    note: (known) => options.notes.add(request, known),
    gone,
  });
  challengeUnauthenticated(endpoint, request, reply, result.status);
  if (stream === undefined) return send(reply, result);
  stream.end(result.messages);
  return reply;
}

function challengeUnauthenticated(
  endpoint: McpEndpoint,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  status: number,
): void {
  if (status === 401 && endpoint.challenge !== null) reply.header('www-authenticate', endpoint.challenge(headers));
}

function send(reply: FastifyReply, { status, messages, batch, retryAfter, session }: Answer): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  // It tells the clients of one token apart: when one of them cancels, and for what each has been told.
  if (session !== undefined) reply.header('mcp-session-id', session);
  if (messages.length === 0) return reply.code(status).send();
  return sendJson(reply, status, batch ? `[${messages.join(',')}]` : messages[0]!);
}

function sendJson(reply: FastifyReply, status: number, json: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(json);
}

/** Which tools are listed and how answers are written: as the address says, otherwise as is usual at this endpoint. */
function formOf({ usual }: McpEndpoint, { tools, answers }: Record<string, unknown>): typeof usual {
  return {
    toolset: tools === 'core' || tools === 'all' ? tools : usual.toolset,
    answers: answers === 'text' || answers === 'json' ? answers : usual.answers,
  };
}

/** What is refused whatever the body says. */
function refusalOf({ checkOrigin }: McpRouteOptions, headers: IncomingHttpHeaders): Refusal | undefined {
  const foreign = checkOrigin(headers.host, headers.origin);
  if (foreign !== null) return foreign;
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return new Refusal('media_type_unsupported', { type: encoding.slice(0, 80) });
  const type = headers['content-type'];
  if (type === undefined) return undefined;
  const mediaType = type.split(';', 1)[0]!.trim().toLowerCase();
  if (mediaType.endsWith('+json') || LABELS_OF_JSON.includes(mediaType)) return undefined;
  return new Refusal('media_type_unsupported', { type: mediaType.slice(0, 80) });
}

/**
 * Clients of the revisions with `initialize` send back the name they were given. Others are told apart by the address
 * they call from.
 */
function clientLabel(headers: IncomingHttpHeaders, ip: string): string {
  return (sessionOf(headers) ?? `${ip} ${headers['user-agent'] ?? ''}`).slice(0, MAX_LABEL);
}

function sessionOf(headers: IncomingHttpHeaders): string | undefined {
  return single(headers['mcp-session-id'])?.slice(0, MAX_LABEL);
}

/** Only a client that names event streams gets one. Tools that want plain JSON send a bare `*` + `/*`. */
function acceptsStream(accept: string | undefined): boolean {
  return accept?.toLowerCase().includes('text/event-stream') ?? false;
}

function refusalFor(error: FastifyError | Refusal): Refusal | null {
  if (error instanceof Refusal) return error;
  return error.statusCode === 413 ? new Refusal('body_too_large') : null;
}

/** What Fastify itself refuses before a handler runs. Anything else that ends here is a defect of ours. */
function toRpcError(error: FastifyError | Refusal, requestId: string, language: Language): RpcError {
  if (error instanceof Refusal) return refusalError(error, language);
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return { status: error.statusCode, code: PARSE_ERROR, message: 'Parse error: the body could not be read' };
  }
  return internalError(requestId, language);
}

/** An answer as server-sent events. */
function openAnswerStream(reply: FastifyReply): EventStream & { end(messages: readonly string[]): void } {
  const raw = beginEvents(reply);

  function send(json: string): void {
    if (!raw.destroyed) raw.write(`event: message\ndata: ${json}\n\n`);
  }

  return {
    get congested() {
      return raw.writableNeedDrain || raw.destroyed;
    },
    send,
    keepAlive() {
      if (!raw.writableNeedDrain && !raw.destroyed) raw.write(': keep-alive\n\n');
    },
    end(messages) {
      for (const json of messages) send(json);
      raw.end();
    },
  };
}
