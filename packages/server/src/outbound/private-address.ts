/** Which addresses are private: what users and clients name may not lead there. Pure. */
import { BlockList, isIP } from 'node:net';

/** Everything in IPv4 that is not the public internet. */
const PRIVATE_4 = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8] as const,
  ['10.0.0.0', 8] as const,
  ['100.64.0.0', 10] as const,
  ['127.0.0.0', 8] as const,
  ['169.254.0.0', 16] as const,
  ['172.16.0.0', 12] as const,
  ['192.0.0.0', 24] as const,
  ['192.0.2.0', 24] as const,
  ['192.88.99.0', 24] as const,
  ['192.168.0.0', 16] as const,
  ['198.18.0.0', 15] as const,
  ['198.51.100.0', 24] as const,
  ['203.0.113.0', 24] as const,
  ['224.0.0.0', 4] as const,
  ['240.0.0.0', 4] as const,
]) {
  PRIVATE_4.addSubnet(network, bits, 'ipv4');
}

/** Of IPv6 one eighth is the public internet; in it, what carries an IPv4 address or is for documents is not. */
const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet('2000::', 3, 'ipv6');
const PRIVATE_6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  PRIVATE_6.addSubnet(network, bits, 'ipv6');
}

/** True for what is no address at all, too. */
export function isPrivateAddress(address: string): boolean {
  // A zone belongs to a link of this computer.
  if (address.includes('%')) return true;
  switch (isIP(address)) {
    case 4:
      return PRIVATE_4.check(address, 'ipv4');
    case 6:
      return !PUBLIC_6.check(address, 'ipv6') || PRIVATE_6.check(address, 'ipv6');
    default:
      return true;
  }
}
