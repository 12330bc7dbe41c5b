/** Who signs in with this request, as the list of sessions shows it. */
import type { FastifyRequest } from 'fastify';
import type { Session } from '../auth/sessions.ts';
import { describeVisitor, type Visitor } from '../auth/visitor.ts';
import type { Doer } from '../auth/write-note.ts';
import { isCommandLine, sourceOf } from './source-of.ts';

export function visitorOf(request: FastifyRequest): Visitor {
  return describeVisitor(request.ip, request.headers['user-agent'], isCommandLine(request));
}

/** A user who changes their own account. */
export function doerOf(session: Session, request: FastifyRequest): Doer {
  return { userId: session.user.id, source: sourceOf(request), ip: request.ip };
}
