/** Connections by OAuth over REST: listed, narrowed, revoked; and the question that comes before one. */
import { ClientConnection, ConnectionChange, ConsentAnswer, ConsentQuestion, Refusal } from '@synapse/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { AddressesOf } from '../../oauth/addresses.ts';
import type { ConsentRequest } from '../../oauth/consent.ts';
import type { Oauth } from '../../oauth/create-oauth.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams } from './params.ts';

export interface ConnectionServices {
  readonly oauth: Pick<Oauth, 'connections' | 'consents' | 'addressesOf'>;
}

export const listConnections = ({ oauth }: ConnectionServices) =>
  endpoint({
    summary: 'The clients that the user has allowed to connect by OAuth, newest first.',
    access: 'user',
    answer: z.object({ connections: z.array(ClientConnection) }),
    handle: async (_input, { session }) => ({ connections: await oauth.connections.list(session.user) }),
  });

export const narrowConnection = ({ oauth }: ConnectionServices) =>
  endpoint({
    summary: 'Leave a connection less: fewer scopes, fewer machines, an earlier end. What it runs is stopped.',
    access: 'user',
    params: IdParams,
    body: ConnectionChange,
    answer: ClientConnection,
    handle: ({ params, body }, { session }) => oauth.connections.narrow(session.user, params.id, body),
  });

export const revokeConnection = ({ oauth }: ConnectionServices) =>
  endpoint({
    summary: 'Revoke a connection: its client is shut out at once, and what it runs is stopped.',
    access: 'user',
    params: IdParams,
    answer: null,
    handle: ({ params }, { session }) => oauth.connections.revoke(session.user, params.id),
  });

const ConsentParams = z.object({ uid: z.string().min(1).max(64) });

export const getConsent = ({ oauth }: ConnectionServices) =>
  endpoint({
    summary: 'Who asks for access, and for what. For the page, in the browser that the client has sent here.',
    access: 'user',
    params: ConsentParams,
    answer: ConsentQuestion,
    handle: ({ params }, { session, request, reply }) =>
      oauth.consents.question(session.user, askedBy(oauth.addressesOf, params.uid, request, reply)),
  });

export const answerConsent = ({ oauth }: ConnectionServices) =>
  endpoint({
    summary:
      'Allow a client to connect, as far as the person likes, or refuse it. Answers with the address to which the browser goes next.',
    access: 'user',
    params: ConsentParams,
    body: ConsentAnswer,
    answer: z.object({ continue_at: z.string() }),
    handle: async ({ params, body }, { session, request, reply }) => ({
      continue_at: await oauth.consents.answer(
        session.user,
        askedBy(oauth.addressesOf, params.uid, request, reply),
        body,
      ),
    }),
  });

function askedBy(addressesOf: AddressesOf, uid: string, request: FastifyRequest, reply: FastifyReply): ConsentRequest {
  const addresses = addressesOf(request.headers.host);
  if (addresses === null) throw new Refusal('consent_gone');
  return { addresses, uid, request: request.raw, response: reply.raw };
}
