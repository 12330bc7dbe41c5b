/** Signing in through an issuer: out to it, and back. A browser goes this way, so what goes wrong is shown by the page. */
import { Refusal, SIGN_ON_PROBLEMS, SignInWays } from '@synapse/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Login } from '../../auth/login.ts';
import { PENDING_SECONDS, type SingleSignOn } from '../../single-sign-on/single-sign-on.ts';
import { endpoint } from '../endpoint.ts';
import { openPageSession, readCookie } from '../identity.ts';
import { siteOf } from '../site-of.ts';
import { visitorOf } from '../visitor-of.ts';

export interface SignOnServices {
  readonly login: Login;
  /** Null where it is off. */
  readonly singleSignOn: SingleSignOn | null;
  readonly publicUrl: string | null;
}

const PATH = '/auth/single-sign-on';
const CALLBACK = `${PATH}/callback`;
const COOKIE = 'synapse_journey';

export const getWays = ({ singleSignOn, publicUrl }: SignOnServices) =>
  endpoint({
    summary: 'Which ways to sign in the page offers besides the password.',
    access: 'public',
    answer: SignInWays,
    handle: async (_input, { request }) => ({
      single_sign_on: singleSignOn?.name ?? null,
      passkeys: siteOf(publicUrl, request) !== null,
    }),
  });

export const begin = ({ singleSignOn, publicUrl }: SignOnServices) =>
  endpoint({
    summary: 'Send the browser to the issuer of single sign-on; `from` is the path to show afterwards.',
    access: 'public',
    query: z.object({ from: z.string().max(2048).optional() }),
    answer: null,
    status: 302,
    handle: async ({ query }, { request, reply }) => {
      try {
        if (singleSignOn === null) throw new Refusal('oidc_off');
        const { url, pending } = await singleSignOn.begin(ownUrl(publicUrl, request) + CALLBACK, query.from);
        setPending(reply, request, pending, PENDING_SECONDS);
        return reply.redirect(url, 302);
      } catch (error) {
        return showProblem(reply, error, query.from ?? '/');
      }
    },
  });

export const finish = ({ login, singleSignOn, publicUrl }: SignOnServices) =>
  endpoint({
    summary: 'Where the issuer sends the browser back to; opens a session of the page.',
    access: 'public',
    // Issuers add parameters of their own.
    query: z.record(
      z.string().max(256),
      z
        .string()
        .max(4096)
        .or(z.array(z.string().max(4096)).max(8)),
    ),
    answer: null,
    status: 302,
    handle: async (_input, { request, reply }) => {
      const pending = readCookie(request.headers.cookie, COOKIE);
      const from = singleSignOn?.destination(pending) ?? '/';
      try {
        if (singleSignOn === null) throw new Refusal('oidc_off');
        const address = new URL(request.url, ownUrl(publicUrl, request));
        const visitor = visitorOf(request);
        const user = await login.prove(visitor, () => singleSignOn.finish(address, pending, visitor.ip));
        openPageSession(reply, await login.enter(user, 'single_sign_on', visitor));
        setPending(reply, request, '', 0);
        // The page continues from there: a browser that comes from another site does not send our cookie yet.
        return reply.redirect(`/sign-in?${new URLSearchParams({ done: '1', from })}`, 302);
      } catch (error) {
        setPending(reply, request, '', 0);
        return showProblem(reply, error, from);
      }
    },
  });

function ownUrl(publicUrl: string | null, request: FastifyRequest): string {
  return publicUrl ?? `${request.protocol}://${request.host}`;
}

/** Sent with the redirect back from the issuer, therefore Lax. */
function setPending(reply: FastifyReply, request: FastifyRequest, value: string, maxAge: number): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const flags = `Path=${PATH}; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
  reply.header('set-cookie', `${COOKIE}=${value}; ${flags}`);
}

function showProblem(reply: FastifyReply, error: unknown, from: string): FastifyReply {
  const code = error instanceof Refusal ? error.code : null;
  const problem = SIGN_ON_PROBLEMS.find((known) => known === code);
  if (problem === undefined) throw error;
  return reply.redirect(`/sign-in?${new URLSearchParams({ problem, from })}`, 302);
}
