/** How a call arrives here: its address and headers, also behind a proxy. */
import { Identifier, LocalIsolationState } from '@synapse/contract';
import * as z from 'zod';
import type { Oauth } from '../../oauth/create-oauth.ts';
import type { LocalIsolation } from '../../service/local-isolation.ts';
import { VERSION } from '../../service/service-version.ts';
import { endpoint } from '../endpoint.ts';

export interface CallServices {
  readonly oauth: Pick<Oauth, 'addressesOf'>;
  readonly publicUrl: string | null;
  readonly local: Pick<LocalIsolation, 'state' | 'reason'>;
}

export const getConnection = ({ oauth, publicUrl, local }: CallServices) =>
  endpoint({
    summary: 'How the service sees this call: from which address, by which protocol, under which name.',
    access: 'user',
    answer: z.object({
      ip: Identifier,
      protocol: Identifier,
      host: Identifier,
      /** True when it came with an `X-Forwarded-For` that is not trusted. */
      forwarded_ignored: z.boolean(),
      /** The address for clients that connect by OAuth; null: OAuth is off. */
      oauth: Identifier.nullable(),
      version: Identifier,
      /** The address that people and clients use, where one is set. */
      public_url: Identifier.nullable(),
      /** What keeps commands on the service’s own host away from it, and why nothing does where nothing can. */
      local_isolation: LocalIsolationState,
      local_isolation_reason: z.string().nullable(),
      time: z.iso.datetime(),
    }),
    handle: async (_input, { request, ip }) => ({
      ip,
      protocol: request.protocol,
      host: request.host,
      forwarded_ignored: request.headers['x-forwarded-for'] !== undefined && request.ips === undefined,
      oauth: oauth.addressesOf(request.headers.host)?.resource ?? null,
      version: VERSION,
      public_url: publicUrl,
      local_isolation: local.state,
      local_isolation_reason: local.reason,
      time: new Date().toISOString(),
    }),
  });
