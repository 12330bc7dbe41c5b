/** The site that passkeys are held to, as a request sees it. */
import { Refusal } from '@synapse/contract';
import type { FastifyRequest } from 'fastify';
import { type RelyingParty, relyingParty } from '../second-factor/relying-party.ts';

/** Null where passkeys cannot work. */
export function siteOf(publicUrl: string | null, request: FastifyRequest): RelyingParty | null {
  return relyingParty(publicUrl, request.protocol, request.host);
}

export function requiredSite(publicUrl: string | null, request: FastifyRequest): RelyingParty {
  const site = siteOf(publicUrl, request);
  if (site === null) throw new Refusal('passkeys_unavailable');
  return site;
}
