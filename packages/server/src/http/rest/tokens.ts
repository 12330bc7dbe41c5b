/** AI tokens over REST. */
import { CreatedToken, NewToken, Token } from '@synapse/contract';
import * as z from 'zod';
import type { JournalTokens } from '../../journal/journal-tokens.ts';
import type { Oauth } from '../../oauth/create-oauth.ts';
import type { Tokens } from '../../tokens/tokens.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams } from './params.ts';

export interface TokenServices {
  readonly tokens: Tokens;
  readonly oauth: Pick<Oauth, 'connections'>;
  readonly journalTokens: JournalTokens;
}

export const createToken = ({ tokens }: TokenServices) =>
  endpoint({
    summary: 'Generate an AI token, shown here and never again; the previous one is revoked.',
    access: 'user',
    body: NewToken,
    status: 201,
    answer: CreatedToken,
    handle: ({ body }, { session }) => tokens.create(session.user, body),
  });

export const listTokens = ({ tokens }: TokenServices) =>
  endpoint({
    summary: 'The user’s AI tokens, newest first, without the tokens themselves.',
    access: 'user',
    answer: z.object({ tokens: z.array(Token) }),
    handle: async (_input, { session }) => ({ tokens: await tokens.list(session.user) }),
  });

export const revokeToken = ({ tokens }: TokenServices) =>
  endpoint({
    summary: 'Revoke an AI token.',
    access: 'user',
    params: IdParams,
    answer: null,
    handle: ({ params }, { session }) => tokens.revoke(session.user, params.id),
  });

export const emergencyRevoke = ({ tokens, journalTokens, oauth }: TokenServices) =>
  endpoint({
    summary:
      'Revoke an AI token and every connection of its user, or a journal token, with nothing but the token itself.',
    access: 'public',
    // Of any length: what never was a token is not found.
    query: z.object({ token: z.string() }),
    answer: z.object({ revoked: z.literal(true) }),
    handle: async ({ query }) => {
      if (!(await journalTokens.revokeItself(query.token))) {
        await oauth.connections.endAllOf(await tokens.emergencyRevoke(query.token));
      }
      return { revoked: true as const };
    },
  });
