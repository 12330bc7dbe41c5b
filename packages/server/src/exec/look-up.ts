/** What an order must know of the database, asked for together: one round trip before it is opened, one after it ended. */
import type { Aliases } from '../aliases/aliases.ts';
import type { Database, Queries } from '../db/database.ts';
import type { OwnFilters } from '../filters/filters.ts';
import type { Machines } from '../machines/machines.ts';
import { readInForce } from '../policy/index.ts';
import type { Vault } from '../vault/vault.ts';
import type { Asked, AskedAhead } from './asked.ts';
import { findTarget } from './find-target.ts';
import type { Order } from './order.ts';

/** Who asks for what. */
type Asking = Pick<Order, 'userId' | 'role' | 'machines' | 'request'>;

export type AskAhead = (order: Asking) => Promise<AskedAhead>;

export interface LookUp {
  before(order: Asking & Pick<Order, 'asked'>): Promise<Asked>;
  ahead: AskAhead;
  /** Rejects while the database is away. `write` is done by the way. */
  after(userId: string, write: (at: Queries) => Promise<void>): Promise<Known>;
}

/** What an answer must know of its owner. */
export interface Known {
  /** The version of the vault. */
  readonly vault: number;
  /** The owner's filters, as JSON. */
  readonly rules: string;
}

export interface LookUpServices {
  readonly database: Pick<Database, 'together'>;
  readonly machines: Machines;
  readonly aliases: Aliases;
  readonly vault: Pick<Vault, 'version'>;
  readonly filters: Pick<OwnFilters, 'rulesOf'>;
}

/** An order may have had to wait for its turn. What was asked for before that is asked for again. */
const FRESH_MS = 250;

export function createLookUp({ database, machines, aliases, vault, filters }: LookUpServices): LookUp {
  const ask = (order: Asking): Promise<Asked> =>
    database.together(async (at) => {
      const target = findTarget(machines, order, at);
      const expanded = aliases.expand(order.userId, order.request, at);
      const inForce = readInForce(at, order.userId);
      await Promise.allSettled([target, expanded, inForce]);
      return { target, expanded, inForce };
    });
  return {
    before: async (order) => {
      const { asked } = order;
      return asked !== undefined && performance.now() - asked.since < FRESH_MS ? asked : ask(order);
    },

    ahead: async (order) => {
      const since = performance.now();
      return { ...(await ask(order)), since };
    },

    after: (userId, write) =>
      database.together(async (at) => {
        const asked = [vault.version(userId, at), filters.rulesOf(userId, at), write(at)] as const;
        const [version, rules] = await Promise.all(asked);
        return { vault: version, rules };
      }),
  };
}
