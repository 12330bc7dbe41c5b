/** Looks up names for requests to addresses that users and clients name: what leads into a private network is refused. */
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address.ts';

export class PrivateAddress extends Error {}

/** Asked at the moment of connecting: a name that changes its mind between a check and the use of it gains nothing. */
export function guardedLookup(allowPrivate: boolean, lookup: typeof systemLookup = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      if (!allowPrivate && addresses.some(({ address }) => isPrivateAddress(address))) {
        return callback(new PrivateAddress(hostname), '', 0);
      }
      const [first] = addresses;
      if (options.all) callback(null, addresses as never);
      else callback(null, first!.address, first!.family);
    });
  };
}

/** An address that is written out is not looked up, so it has to be checked before. */
export function isPrivateLiteral(hostname: string): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) !== 0 && isPrivateAddress(literal);
}
