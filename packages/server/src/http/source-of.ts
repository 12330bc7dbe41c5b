/** From where a REST call comes: our own page, our command line, or another program. */
import type { Source } from '@synapse/contract';
import type { FastifyRequest } from 'fastify';
import { isPage } from './identity.ts';

/** The command line says so itself; it changes nothing but what the log shows. */
const CLIENT_HEADER = 'x-synapse-client';

export function sourceOf(request: FastifyRequest): Source {
  if (isPage(request)) return 'app';
  return isCommandLine(request) ? 'cli' : 'rest';
}

export function isCommandLine(request: FastifyRequest): boolean {
  return request.headers[CLIENT_HEADER] === 'cli';
}
