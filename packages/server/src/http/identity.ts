/** Who is calling over REST: a bearer access token, the page's session cookie, or a hook with its journal token. */
import { because, PLANS, Refusal, tokenKindOf } from '@synapse/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenedSession, Session, Sessions } from '../auth/sessions.ts';
import type { JournalTokens } from '../journal/journal-tokens.ts';
import type { Access } from './endpoint.ts';

const SESSION_COOKIE = 'synapse_session';
/** The page sends it with every call. A form or link of another site cannot. */
const PAGE_HEADER = 'x-synapse-page';

export interface SessionSources {
  readonly sessions: Sessions;
  readonly journalTokens: JournalTokens;
}

export async function identify(
  sources: SessionSources,
  request: FastifyRequest,
  access: Access,
): Promise<Session | null> {
  if (access === 'public') return null;
  const token = accessToken(request);
  const kind = tokenKindOf(token);
  if (kind === 'journal' && access === 'journal') return hookSession(sources.journalTokens, token);
  if (kind === 'ai' || kind === 'journal') throw wrongKind(kind);
  const session = await sources.sessions.resolve(token, request.ip);
  request.accountLanguage = session.user.language;
  if (access === 'admin' && session.user.role !== 'admin') throw new Refusal('admin_required');
  if (access === 'pilot' && !PLANS[session.user.plan].scopes.includes('mcp:synapse'))
    throw new Refusal('plan_required');
  return session;
}

/** Throws session_limited for a session that may not do what only a person decides. */
export function assertInPerson(session: Session | null): void {
  if (session?.limited) throw new Refusal('session_limited');
}

/** It ends when it is revoked: it is looked up at every call, and cannot open anything that stays open. */
async function hookSession(journalTokens: JournalTokens, token: string): Promise<Session> {
  const { id, user } = await journalTokens.resolve(token);
  return { user, jti: id, method: 'browser', limited: true, openedAt: 0, expiresAt: Number.POSITIVE_INFINITY };
}

function wrongKind(kind: 'ai' | 'journal'): Refusal {
  const given = because(kind === 'ai' ? 'kind_ai_token' : 'kind_journal_token');
  return new Refusal('token_kind_wrong', { given, wanted: because('kind_access_token') });
}

/** True for calls that our own page makes. */
export function isPage(request: FastifyRequest): boolean {
  return (
    request.headers.authorization === undefined && readCookie(request.headers.cookie, SESSION_COOKIE) !== undefined
  );
}

function accessToken(request: FastifyRequest): string {
  const bearer = /^Bearer ([\w.-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const cookie = readCookie(request.headers.cookie, SESSION_COOKIE);
  // A browser adds the cookie by itself. The header shows that our own page made the call.
  if (cookie !== undefined && (isSafe(request) || request.headers[PAGE_HEADER] !== undefined)) return cookie;
  throw new Refusal('session_invalid');
}

function isSafe(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  const sameSite = site === undefined || site === 'same-origin' || site === 'none';
  return (request.method === 'GET' || request.method === 'HEAD') && sameSite;
}

export function readCookie(header: string | undefined, wanted: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.split('=', 2);
    if (name?.trim() === wanted && value !== undefined) return value.trim();
  }
  return undefined;
}

/** Gives the page a session: its token stays in a cookie that scripts cannot read. */
export function openPageSession(
  reply: FastifyReply,
  { accessToken, expiresIn }: OpenedSession,
): { expires_in: number } {
  setSessionCookie(reply, accessToken, expiresIn);
  return { expires_in: expiresIn };
}

export function endPageSession(reply: FastifyReply): void {
  setSessionCookie(reply, '', 0);
}

function setSessionCookie(reply: FastifyReply, value: string, maxAge: number): void {
  const secure = reply.request.protocol === 'https';
  const flags = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure ? '; Secure' : ''}`;
  reply.header('set-cookie', `${SESSION_COOKIE}=${value}; ${flags}`);
}
