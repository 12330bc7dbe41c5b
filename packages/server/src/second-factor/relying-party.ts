/** For which site passkeys are made and used. Browsers hold them to a name, never to an address in digits. */
import { isIP } from 'node:net';

export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Null where passkeys cannot work. Without a public URL they do on this computer alone, under its name `localhost`. */
export function relyingParty(publicUrl: string | null, protocol: string, host: string): RelyingParty | null {
  const url = URL.parse(publicUrl ?? `${protocol}://${host}`);
  if (url === null || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  const local = url.hostname === 'localhost' || url.hostname.endsWith('.localhost');
  if (!local && (publicUrl === null || url.protocol !== 'https:')) return null;
  return { id: url.hostname, origin: url.origin };
}
