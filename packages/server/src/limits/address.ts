/** What counts as one address: an IPv4 address, or the /64 network that an IPv6 host can roam in. */
import { isIP, isIPv6 } from 'node:net';

const MAPPED_V4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip;
  const address = ip.replace(/%.*$/, '');
  const mapped = MAPPED_V4.exec(address)?.[1];
  if (mapped !== undefined && isIP(mapped) === 4) return mapped;
  return isIPv6(address) ? `${firstGroups(address).join(':')}::/64` : address;
}

/** The first four of eight groups, written in full. */
function firstGroups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right].slice(0, 4);
}

function groups(part: string): string[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16).toString(16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  });
}
