/** A person's own sessions. */
import { OwnSession, SessionsToEnd } from '@synapse/contract';
import * as z from 'zod';
import type { OwnSessions } from '../../auth/own-sessions.ts';
import { endpoint } from '../endpoint.ts';
import { doerOf } from '../visitor-of.ts';
import { IdParams } from './params.ts';

export interface SessionServices {
  readonly ownSessions: OwnSessions;
}

export const listSessions = ({ ownSessions }: SessionServices) =>
  endpoint({
    summary: 'The user’s open sessions, the last used first (at most 100): since when, from where, with what.',
    access: 'user',
    answer: z.object({ sessions: z.array(OwnSession) }),
    handle: async (_input, { session }) => ({ sessions: await ownSessions.list(session) }),
  });

export const endSession = ({ ownSessions }: SessionServices) =>
  endpoint({
    summary: 'End one of the user’s sessions; it is refused from the next call on.',
    access: 'user',
    params: IdParams,
    answer: null,
    handle: ({ params }, { session, request }) => ownSessions.endOne(doerOf(session, request), params.id),
  });

export const endSessions = ({ ownSessions }: SessionServices) =>
  endpoint({
    summary: 'End every session of the user, this one included; with `keep=current`, every other one.',
    access: 'user',
    query: SessionsToEnd,
    answer: null,
    handle: ({ query }, { session, request }) =>
      ownSessions.endAll(doerOf(session, request), query.keep === 'current' ? session.jti : null),
  });
