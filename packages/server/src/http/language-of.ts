/** Which language a REST call is answered in: what it asks for, then what the account is set to, then French. */
import { chooseLanguage, type Language } from '@synapse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The setting of whoever is calling, once that is known. */
    accountLanguage: Language | null;
  }
}

export function rememberLanguage(app: FastifyInstance): void {
  app.decorateRequest('accountLanguage', null);
}

export function languageOf(request: FastifyRequest): Language {
  return chooseLanguage(request.headers['accept-language'], request.accountLanguage);
}
