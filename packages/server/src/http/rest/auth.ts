/** Signing in and out, and the signed-in user. */
import { LoginAnswer, LoginForm, Me, MeChange, PasswordChange, PLANS, type Quotas } from '@synapse/contract';
import * as z from 'zod';
import type { Login } from '../../auth/login.ts';
import type { Sessions } from '../../auth/sessions.ts';
import type { UserRow } from '../../auth/users.ts';
import { type Users, userView } from '../../auth/users.ts';
import type { CallsToday } from '../../limits/calls-today.ts';
import { endpoint } from '../endpoint.ts';
import { endPageSession, openPageSession } from '../identity.ts';
import { visitorOf } from '../visitor-of.ts';

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
