/** Whose `X-Forwarded-*` headers are believed, judged as Fastify does it, but each address once. */
import { compile } from '@fastify/proxy-addr';

/** More than a service has proxies; the rest is worked out each time. */
const REMEMBERED = 64;

/**
 * Every request asks several times (its address, its protocol, its host) about the same few proxies, and each time the
 * library would parse the address anew.
 */
export function trustedProxies(networks: readonly string[]): (address: string, hop: number) => boolean {
  const judge = compile([...networks]);
  const known = new Map<string, boolean>();
  return (address, hop) => {
    let verdict = known.get(address);
    if (verdict === undefined) {
      verdict = judge(address, hop);
      if (known.size < REMEMBERED) known.set(address, verdict);
    }
    return verdict;
  };
}
