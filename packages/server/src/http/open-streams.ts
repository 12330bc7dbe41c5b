/** How many streams a user, and an address, has open on this instance. */
import { LIMITS, Refusal } from '@synapse/contract';
import { addressKey } from '../limits/address.ts';

export interface OpenStreams {
  /** Opens one more; the returned function gives its place back. Refuses when the user or the address has too many. */
  open(userId: string, ip: string): () => void;
}

export function createOpenStreams(): OpenStreams {
  const held = new Map<string, number>();
  const count = (key: string): number => held.get(key) ?? 0;
  const add = (key: string, more: number): void => {
    const now = count(key) + more;
    if (now === 0) held.delete(key);
    else held.set(key, now);
  };

  return {
    open: (userId, ip) => {
      const { perUser, perAddress } = LIMITS.openStreams;
      const places = [
        { key: `user:${userId}`, max: perUser },
        { key: `address:${addressKey(ip)}`, max: perAddress },
      ];
      const full = places.find(({ key, max }) => count(key) >= max);
      if (full !== undefined) throw new Refusal('streams_exceeded', { max: full.max });
      for (const { key } of places) add(key, 1);
      let given = false;
      return () => {
        if (given) return;
        given = true;
        for (const { key } of places) add(key, -1);
      };
    },
  };
}
