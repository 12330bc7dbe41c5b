/** Whose `X-Forwarded-*` headers are believed. Asked at every request, about the same few proxies. */
import { BlockList, isIP } from 'node:net';

/** More than a service has proxies; the rest is worked out each time. */
const REMEMBERED = 64;

/** Takes addresses and CIDRs; an IPv4 address written as IPv6 is the same address. */
export function trustedProxies(networks: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  const known = new Map<string, boolean>();
  return (address) => {
    let verdict = known.get(address);
    if (verdict === undefined) {
      verdict = isIP(address) !== 0 && trusted.check(address, familyOf(address));
      if (known.size < REMEMBERED) known.set(address, verdict);
    }
    return verdict;
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
