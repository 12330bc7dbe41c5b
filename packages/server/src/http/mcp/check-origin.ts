/** Keeps pages of other sites out: what `Origin` and `Host` of a request may be (DNS rebinding). */
import { isIP } from 'node:net';
import { Refusal } from '@synapse/contract';

/** The service's own names, and the origins that may call it. */
export interface OwnNames {
  /** The address that the service listens on. */
  readonly bind: string;
  readonly publicUrl: string | undefined;
  /** Further origins, as browsers write them: `https://app.example.org`. */
  readonly allowedOrigins: readonly string[];
}

/** Null if a request with these headers is allowed. Otherwise what they say, and what is expected. */
export type OriginCheck = (host: string | undefined, origin: string | undefined) => Refusal | null;

/** There are few callers, and each sends the same at every call. This many results are remembered. */
const REMEMBERED = 64;

export function createOriginCheck(own: OwnNames): OriginCheck {
  const known = new Map<string, boolean>();
  return (host, origin) => {
    const key = `${host ?? ''}\n${origin ?? ''}\n${origin === undefined}`;
    let fine = known.get(key);
    if (fine === undefined) {
      fine = checkOrigin(own, host, origin);
      if (known.size >= REMEMBERED) known.clear();
      known.set(key, fine);
    }
    return fine ? null : refusalOf(own, host, origin);
  };
}

const SEEN_MAX = 100;

function refusalOf({ bind, publicUrl }: OwnNames, host = '', origin?: string): Refusal {
  const header = (name: string, value: string) => `${name} ${value.replace(/[^\x21-\x7e]/g, '?').slice(0, SEEN_MAX)}`;
  const seen = [header('Host', host), ...(origin === undefined ? [] : [header('Origin', origin)])].join(', ');
  return new Refusal('origin_forbidden', { seen, expected: publicUrl === undefined ? bind : new URL(publicUrl).host });
}

function checkOrigin(
  { bind, publicUrl, allowedOrigins }: OwnNames,
  host: string | undefined,
  origin: string | undefined,
): boolean {
  const ownHost = parseHost(host);
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl);
  const bindIsLoopback = isLoopback(bind);
  if (bindIsLoopback) {
    // An attacker can point a name at 127.0.0.1, but the browser then still sends that name. Some clients write out the
    // port of https, which the public URL omits.
    const isPublic = publicOrigin !== undefined && parseHost(host, publicOrigin.protocol)?.host === publicOrigin.host;
    if (ownHost === null || !(isLoopback(ownHost.hostname) || isPublic)) return false;
  }
  if (origin === undefined) return true;
  const claimed = parseOrigin(origin);
  if (claimed === null) return false;
  if (claimed.origin === publicOrigin?.origin) return true;
  if (allowedOrigins.some((allowed) => parseOrigin(allowed)?.origin === claimed.origin)) return true;
  // The page that this very address serves. An address in digits cannot be rebound, but a name can. So a name other
  // than a loopback one counts only if no public URL says what the service is called.
  if (ownHost === null) return false;
  // Two names of the same loopback address.
  if (bindIsLoopback && isLoopback(claimed.hostname) && isLoopback(ownHost.hostname)) {
    return claimed.port === ownHost.port;
  }
  if (ownHost.host !== claimed.host) return false;
  const unspoofable = isLoopback(ownHost.hostname) || isIP(unbracket(ownHost.hostname)) !== 0;
  return unspoofable || (publicOrigin === undefined && !bindIsLoopback);
}

function isLoopback(name: string): boolean {
  const bare = unbracket(name).toLowerCase();
  if (bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1') return true;
  return isIP(bare) === 4 && bare.startsWith('127.');
}

function unbracket(name: string): string {
  return name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
}

/** A `Host` header is a host and perhaps a port, nothing else. */
function parseHost(host: string | undefined, protocol = 'http:'): URL | null {
  if (!host || /[/?#@\\\s]/.test(host)) return null;
  return URL.parse(`${protocol}//${host}`);
}

function parseOrigin(origin: string): URL | null {
  const url = URL.parse(origin);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' ? url : null;
}
