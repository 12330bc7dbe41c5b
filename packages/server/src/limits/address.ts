/** What counts as one address: an IPv4 address, or the /64 network whose addresses one IPv6 host can use. */
import { isIPv6 } from 'node:net';

/** Some proxies append the connection's port to the address. */
const WITH_PORT = /^(?:\[([^\]]{1,64})\](?::\d{1,5})?|(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}):\d{1,5})$/;

export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip;
  const bare = WITH_PORT.exec(ip);
  const address = (bare?.[1] ?? bare?.[2] ?? ip).replace(/%.*$/, '');
  if (!isIPv6(address)) return address;
  const groups = allGroups(address);
  return mappedV4(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

/** An IPv4 address that came over an IPv6 socket, however it is written. */
function mappedV4(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null;
  const numbers = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
}

/** All eight groups, written in full. */
function allGroups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right];
}

function groupsOf(part: string): string[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16).toString(16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  });
}
