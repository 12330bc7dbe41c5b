/** Passkeys: adding, naming and removing one, and signing in with it. */
import { BrowserRequest, NewPasskey, Passkey, PasskeyChange, PasskeySignIn } from '@synapse/contract';
import * as z from 'zod';
import type { Login } from '../../auth/login.ts';
import type { Clock } from '../../clock.ts';
import type { Passkeys } from '../../second-factor/passkeys.ts';
import { assertRecent } from '../../second-factor/recent-session.ts';
import { endpoint } from '../endpoint.ts';
import { openPageSession } from '../identity.ts';
import { requiredSite } from '../site-of.ts';
import { doerOf, visitorOf } from '../visitor-of.ts';
import { IdParams } from './params.ts';

export interface PasskeyServices {
  readonly login: Login;
  readonly passkeys: Passkeys;
  readonly publicUrl: string | null;
  readonly clock: Clock;
}

export const askForPasskey = ({ passkeys, publicUrl, clock }: PasskeyServices) =>
  endpoint({
    summary: 'What the browser is asked to make for a new passkey (WebAuthn).',
    access: 'user',
    answer: BrowserRequest,
    handle: async (_input, { session, request }) => {
      assertRecent(session, clock);
      const options = await passkeys.askForNew(session.user, requiredSite(publicUrl, request));
      return { options: options as Record<string, unknown> };
    },
  });

export const addPasskey = ({ passkeys, publicUrl, clock }: PasskeyServices) =>
  endpoint({
    summary: 'Add the passkey that the browser has made.',
    access: 'user',
    body: NewPasskey,
    status: 201,
    answer: Passkey,
    handle: async ({ body }, { session, request }) => {
      assertRecent(session, clock);
      const site = requiredSite(publicUrl, request);
      return passkeys.add(doerOf(session, request), site, body.name, body.response);
    },
  });

export const renamePasskey = ({ passkeys }: PasskeyServices) =>
  endpoint({
    summary: 'Give a passkey another name.',
    access: 'user',
    params: IdParams,
    body: PasskeyChange,
    answer: null,
    handle: ({ params, body }, { session, request }) => passkeys.rename(doerOf(session, request), params.id, body.name),
  });

export const removePasskey = ({ passkeys, clock }: PasskeyServices) =>
  endpoint({
    summary: 'Remove a passkey; it cannot be used to sign in any more.',
    access: 'user',
    params: IdParams,
    answer: null,
    handle: async ({ params }, { session, request }) => {
      assertRecent(session, clock);
      await passkeys.remove(doerOf(session, request), params.id);
    },
  });

export const askForSignature = ({ passkeys, publicUrl }: PasskeyServices) =>
  endpoint({
    summary: 'What the browser is asked to sign with a passkey, for signing in.',
    access: 'public',
    answer: BrowserRequest,
    handle: async (_input, { request }) => ({
      options: (await passkeys.askForSignature(requiredSite(publicUrl, request))) as Record<string, unknown>,
    }),
  });

export const openWithPasskey = ({ login, passkeys, publicUrl }: PasskeyServices) =>
  endpoint({
    summary: 'Sign in from the page with a passkey: the access token stays in a cookie that scripts cannot read.',
    access: 'public',
    body: PasskeySignIn,
    answer: z.object({ expires_in: z.int() }),
    handle: async ({ body }, { request, reply }) => {
      const site = requiredSite(publicUrl, request);
      const visitor = visitorOf(request);
      const user = await login.prove(visitor, () => passkeys.verify(site, body.response));
      return openPageSession(reply, await login.enter(user, 'passkey', visitor));
    },
  });
