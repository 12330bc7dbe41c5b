/** Links whose other end has not proved yet who it is: a bounded number, and no silent one keeps another out. */
import { addressKey } from '../limits/address.ts';

export interface UnauthenticatedLinks<L> {
  /** Lets one in. If there are too many already, the oldest one from the address with the most of them is closed. */
  add(link: L, ip: string): void;
  remove(link: L): void;
  readonly size: number;
  all(): L[];
}

export function createUnauthenticatedLinks<L>(max: number, sendAway: (link: L) => void): UnauthenticatedLinks<L> {
  const addresses = new Map<L, string>();
  /** In order of arrival. */
  const byAddress = new Map<string, Set<L>>();

  const remove = (link: L): void => {
    const address = addresses.get(link);
    if (address === undefined) return;
    addresses.delete(link);
    const links = byAddress.get(address);
    links?.delete(link);
    if (links?.size === 0) byAddress.delete(address);
  };

  return {
    get size() {
      return addresses.size;
    },
    all: () => [...addresses.keys()],
    remove,
    add: (link, ip) => {
      const address = addressKey(ip);
      const links = byAddress.get(address) ?? new Set();
      byAddress.set(address, links.add(link));
      addresses.set(link, address);
      if (addresses.size <= max) return;
      const [most] = [...byAddress.values()].sort((a, b) => b.size - a.size);
      const [oldest] = most!;
      remove(oldest!);
      sendAway(oldest!);
    },
  };
}
