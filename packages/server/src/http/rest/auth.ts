/** Signing in and out, and the signed-in user. */

import {
  LoginAnswer,
  LoginForm,
  Me,
  MeChange,
  OwnSession,
  PasswordChange,
  PLANS,
  type Quotas,
  SessionsToEnd,
} from '@synapse/contract';
import * as z from 'zod';
import type { Login } from '../../auth/login.ts';
import type { OwnSessions } from '../../auth/own-sessions.ts';
import type { Sessions } from '../../auth/sessions.ts';
import { type UserRow, type Users, userView } from '../../auth/users.ts';
import type { CallsToday } from '../../limits/calls-today.ts';
import { endpoint } from '../endpoint.ts';
import { endPageSession, openPageSession } from '../identity.ts';
import { doerOf, visitorOf } from '../visitor-of.ts';
import { IdParams } from './params.ts';

export interface AuthServices {
  readonly login: Login;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly callsToday: CallsToday;
  readonly quotas: Quotas;
  readonly execPerMinute: number;
}

export const login = ({ login }: AuthServices) =>
  endpoint({
    summary: 'Sign in; the answer carries the access token for REST calls.',
    access: 'public',
    form: true,
    body: LoginForm,
    answer: LoginAnswer,
    handle: async ({ body }, { request }) => {
      const { accessToken, expiresIn } = await login.signIn(body, visitorOf(request));
      return { access_token: accessToken, token_type: 'bearer' as const, expires_in: expiresIn };
    },
  });

export const openPage = ({ login }: AuthServices) =>
  endpoint({
    summary: 'Sign in from the page: the access token stays in a cookie that scripts cannot read.',
    access: 'public',
    body: LoginForm,
    answer: z.object({ expires_in: z.int() }),
    handle: async ({ body }, { reply, request }) =>
      openPageSession(reply, await login.signIn(body, visitorOf(request))),
  });

export const me = (services: AuthServices) =>
  endpoint({
    summary: 'The signed-in user, with plan, role and the scopes that the plan grants.',
    access: 'user',
    answer: Me,
    handle: (_input, { session: { user } }) => meView(user, services),
  });

export const changeMe = (services: AuthServices) =>
  endpoint({
    summary: 'Change the language of messages: `fr`, `en`, or null for the service’s default.',
    access: 'user',
    body: MeChange,
    answer: Me,
    handle: async ({ body }, { session: { user } }) =>
      meView(await services.users.setLanguage(user.id, body.language), services),
  });

async function meView(user: UserRow, { callsToday, quotas, execPerMinute }: AuthServices): Promise<Me> {
  return {
    ...userView(user),
    scopes: [...PLANS[user.plan].scopes],
    daily_quota: quotas[user.plan],
    executions_per_minute: execPerMinute,
    calls_today: await callsToday(user.id),
  };
}

export const logout = ({ sessions }: AuthServices) =>
  endpoint({
    summary: 'End this session.',
    access: 'user',
    answer: null,
    handle: async (_input, { session, reply }) => {
      await sessions.end(session);
      endPageSession(reply);
    },
  });

export const changePassword = ({ login }: AuthServices) =>
  endpoint({
    summary: 'Change the password; ends every session of the user.',
    access: 'user',
    body: PasswordChange,
    answer: null,
    handle: ({ body }, { session, ip }) => login.changePassword(session, body.current_password, body.new_password, ip),
  });

/** A person's own sessions. */
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
