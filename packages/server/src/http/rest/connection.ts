/** How a call arrives here, and what a proxy in between made of it. */
import { z } from 'zod';
import type { Oauth } from '../../oauth/create-oauth.ts';
import { VERSION } from '../../service/service-version.ts';
import { endpoint } from '../endpoint.ts';

export const getConnection = ({ oauth }: { readonly oauth: Pick<Oauth, 'addressesOf'> }) =>
  endpoint({
    summary: 'How the service sees this call: from which address, by which protocol, under which name.',
    access: 'user',
    answer: z.object({
      ip: z.string(),
      protocol: z.string(),
      host: z.string(),
      /** True when it came with an `X-Forwarded-For` that is not trusted. */
      forwarded_ignored: z.boolean(),
      /** The address for clients that connect by OAuth; null: OAuth is off. */
      oauth: z.string().nullable(),
      version: z.string(),
      time: z.iso.datetime(),
    }),
    handle: async (_input, { request, ip }) => ({
      ip,
      protocol: request.protocol,
      host: request.host,
      forwarded_ignored: request.headers['x-forwarded-for'] !== undefined && request.ips === undefined,
      oauth: oauth.addressesOf(request.headers.host)?.resource ?? null,
      version: VERSION,
      time: new Date().toISOString(),
    }),
  });
