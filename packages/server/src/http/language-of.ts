/** The language of a REST answer: what the call asks for, then the account's setting, then French. */
import { chooseLanguage, type Language } from '@synapse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's setting, once it is known. */
    accountLanguage: Language | null;
  }
}

export function rememberLanguage(app: FastifyInstance): void {
  app.decorateRequest('accountLanguage', null);
}

export function languageOf(request: FastifyRequest): Language {
  return chooseLanguage(request.headers['accept-language'], request.accountLanguage);
}
