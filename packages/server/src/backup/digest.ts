/** The content of a table as one number: the same on both databases, whatever the order of the rows. */
import { createHash } from 'node:crypto';
import type { Row } from './row-store.ts';

export interface TableDigest {
  readonly rows: number;
  readonly digest: string;
}

export interface Digesting {
  add(rows: readonly Row[]): void;
  end(): TableDigest;
}

const MODULUS = 1n << 256n;

export function createDigest(columns: readonly string[]): Digesting {
  const order = columns.map((name, at) => ({ name, at })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  let sum = 0n;
  let count = 0;
  return {
    add: (rows) => {
      for (const row of rows) {
        const canonical = JSON.stringify(order.map(({ name, at }) => [name, row[at]]));
        sum = (sum + BigInt(`0x${createHash('sha256').update(canonical).digest('hex')}`)) % MODULUS;
        count += 1;
      }
    },
    end: () => ({ rows: count, digest: sum.toString(16).padStart(64, '0') }),
  };
}
