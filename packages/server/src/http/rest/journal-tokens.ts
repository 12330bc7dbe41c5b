/** Journal tokens over REST. */
import { CreatedJournalToken, JournalToken, NewJournalToken } from '@synapse/contract';
import * as z from 'zod';
import type { JournalTokens } from '../../journal/journal-tokens.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams } from './params.ts';

export interface JournalTokenServices {
  readonly journalTokens: JournalTokens;
}

export const createJournalToken = ({ journalTokens }: JournalTokenServices) =>
  endpoint({
    summary: 'Generate a token that can journal Git commits and nothing else, shown here and never again.',
    access: 'user',
    body: NewJournalToken,
    status: 201,
    answer: CreatedJournalToken,
    handle: ({ body }, { session }) => journalTokens.create(session.user, body),
  });

export const listJournalTokens = ({ journalTokens }: JournalTokenServices) =>
  endpoint({
    summary: 'The user’s journal tokens, newest first, without the tokens themselves.',
    access: 'user',
    answer: z.object({ tokens: z.array(JournalToken) }),
    handle: async (_input, { session }) => ({ tokens: await journalTokens.list(session.user) }),
  });

export const revokeJournalToken = ({ journalTokens }: JournalTokenServices) =>
  endpoint({
    summary: 'Revoke a journal token.',
    access: 'user',
    params: IdParams,
    answer: null,
    handle: ({ params }, { session }) => journalTokens.revoke(session.user, params.id),
  });
