/** RFC 9457 answers: every refusal and every defect leaves the service through here. */
import { because, ERRORS, type ErrorCode, type Language, Refusal, STATUS_TITLES } from '@synapse/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { languageOf } from './language-of.ts';

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly fields?: ReturnType<Refusal['fieldsIn']>;
  readonly result?: unknown;
}

export function problemOf(refusal: Refusal, language: Language): Problem {
  return {
    type: `/docs/errors#${refusal.code}`,
    title: STATUS_TITLES[refusal.status]?.[language] ?? refusal.code,
    status: refusal.status,
    detail: refusal.in(language),
    code: refusal.code,
    ...(refusal.fields.length > 0 ? { fields: refusal.fieldsIn(language) } : {}),
    ...refusal.extensions,
    ...(refusal.attachment === null ? {} : { result: refusal.attachment }),
  };
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  const language = languageOf(reply.request);
  return reply
    .code(refusal.status)
    .header('content-language', language)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemOf(refusal, language)));
}

/** What was thrown, as a refusal. A defect is logged under the request's id, and its text is not sent. */
export function toRefusal(error: unknown, request: FastifyRequest, log: Logger): Refusal {
  if (error instanceof Refusal) return error;
  const known = frameworkRefusal(error as FastifyError, request);
  if (known !== null) return known;
  log.error({ request_id: request.id, err: error }, 'request failed');
  return new Refusal('internal', { request_id: request.id });
}

function frameworkRefusal(error: FastifyError, request: FastifyRequest): Refusal | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('body_too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal('media_type_unsupported', {
        type: String(request.headers['content-type'] ?? '').slice(0, 100),
      });
    case 'FST_ERR_BAD_URL':
      return new Refusal('not_found');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Refusal('body_invalid', { problem: because('json_empty') });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refusal('body_invalid', { problem: 'Content-Length' });
  }
  if (error instanceof SyntaxError || error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') {
    return new Refusal('body_invalid', { problem: 'JSON' });
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    const code = statusCodes.get(error.statusCode) ?? 'body_invalid';
    return new Refusal(code, { problem: 'HTTP' });
  }
  return null;
}

const statusCodes = new Map<number, ErrorCode>(
  (['not_found', 'method_not_allowed', 'body_too_large', 'media_type_unsupported'] as const).map((code) => [
    ERRORS[code].status,
    code,
  ]),
);
