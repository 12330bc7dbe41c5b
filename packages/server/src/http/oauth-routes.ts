/** The endpoints of OAuth on Fastify: two descriptions for clients, and what they ask of the authorization server. */
import { LIMITS, Refusal } from '@synapse/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AddressesOf,
  OAUTH_PATH,
  type OauthAddresses,
  RESOURCE_METADATA_PATH,
  SERVER_METADATA_PATH,
} from '../oauth/addresses.ts';
import type { AuthorizationServer, OauthAnswer } from '../oauth/authorization-server.ts';
import type { OauthFlood } from '../oauth/flood.ts';
import { resourceMetadata, serverMetadata } from '../oauth/metadata.ts';
import { toRefusal } from './problem.ts';

export interface OauthServices {
  readonly addressesOf: AddressesOf;
  readonly server: AuthorizationServer;
  readonly flood: OauthFlood;
}

/** Of the library's headers only these mean something here. */
const PASSED_ON = ['location', 'set-cookie', 'content-type', 'www-authenticate'];

export async function oauthRoutes(app: FastifyInstance, { addressesOf, server, flood }: OauthServices): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LIMITS.oauth.bodyBytes }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler(answerError);

  const here = ({ headers }: FastifyRequest): OauthAddresses => {
    const addresses = addressesOf(headers.host);
    if (addresses === null) throw new Refusal('not_found');
    return addresses;
  };

  app.get(RESOURCE_METADATA_PATH, async (request) => resourceMetadata(here(request)));
  app.get(SERVER_METADATA_PATH, async (request) => serverMetadata(here(request)));

  app.get(`${OAUTH_PATH}/authorize`, async (request, reply) => {
    const addresses = here(request);
    await flood.count(request.ip, 'requests');
    const query = new URLSearchParams(request.raw.url?.split('?')[1] ?? '');
    return send(reply, await server.authorize(addresses, query, request.headers.cookie));
  });
  app.get<{ Params: { uid: string } }>(`${OAUTH_PATH}/authorize/:uid`, async (request, reply) => {
    const addresses = here(request);
    await flood.count(request.ip, 'requests');
    return send(reply, await server.resume(addresses, request.params.uid, request.headers.cookie));
  });
  for (const endpoint of ['token', 'revoke'] as const) {
    app.post(`${OAUTH_PATH}/${endpoint}`, async (request, reply) => {
      const addresses = here(request);
      await flood.count(request.ip, 'requests');
      return send(reply, await server[endpoint](addresses, String(request.body ?? '')));
    });
  }
  app.post(`${OAUTH_PATH}/register`, async (request, reply) => {
    const addresses = here(request);
    await flood.count(request.ip, 'registrations');
    return send(reply, await server.register(addresses, readMetadata(request.body)));
  });
}

function send(reply: FastifyReply, { status, headers, body }: OauthAnswer): FastifyReply {
  for (const name of PASSED_ON) if (headers[name] !== undefined) reply.header(name, headers[name]);
  return reply.code(status).send(body);
}

function readMetadata(body: unknown): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(body));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // As below.
  }
  throw new Refusal('body_invalid', { problem: 'JSON' });
}

/** In the form of RFC 6749, in English, because OAuth allows only ASCII in it. */
function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error, request, request.log as never);
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  const code =
    refusal.status === 429 ? 'temporarily_unavailable' : refusal.status >= 500 ? 'server_error' : 'invalid_request';
  return reply.code(refusal.status).send({ error: code, error_description: refusal.in('en') });
}
