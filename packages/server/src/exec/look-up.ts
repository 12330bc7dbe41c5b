/** What an order must know of the database, asked for together: one round trip before it is opened, one after it ended. */
import type { Aliases } from '../aliases/aliases.ts';
import type { Database, Queries } from '../db/database.ts';
import type { OwnFilters } from '../filters/filters.ts';
import type { Machines } from '../machines/machines.ts';
import { readInForce } from '../policy/index.ts';
import type { Vault } from '../vault/vault.ts';
import type { Asked, Known } from './asked.ts';
import type { CheckedExecution } from './execution.ts';
import { findTarget } from './find-target.ts';
import type { Order } from './order.ts';

/** Who asks for what. */
type Asking = Pick<Order, 'userId' | 'role' | 'machines' | 'request'>;

export type AskAhead = (order: Asking) => Promise<Asked>;

export interface LookUp {
  before(order: Asking & Pick<Order, 'asked'>): Promise<Asked>;
  ahead: AskAhead;
  /** What an answer must know, as it was read before its command began. Null: it is to be read again. */
  lately(execution: Pick<CheckedExecution, 'asked' | 'job'>): Promise<Known | null>;
  /** Rejects while the database is away. `write` is done by the way. */
  after(userId: string, write: (at: Queries) => Promise<void>): Promise<Known>;
}

export interface LookUpServices {
  readonly database: Pick<Database, 'together' | 'dialect'>;
  readonly machines: Machines;
  readonly aliases: Aliases;
  readonly vault: Pick<Vault, 'version'>;
  readonly filters: Pick<OwnFilters, 'rulesOf'>;
}

/** An order may have had to wait for its turn, or its command may last. What was asked for before is asked for again. */
const FRESH_MS = 250;
const isFresh = ({ since }: Asked): boolean => performance.now() - since < FRESH_MS;

export function createLookUp({ database, machines, aliases, vault, filters }: LookUpServices): LookUp {
  // SQLite answers at once.
  const isDistant = database.dialect === 'postgres';
  const ask = (order: Asking): Promise<Asked> =>
    database.together(async (at) => {
      const since = performance.now();
      const target = findTarget(machines, order, at);
      const expanded = aliases.expand(order.userId, order.request, at);
      const inForce = readInForce(at, order.userId);
      const rules = isDistant ? filters.rulesOf(order.userId, at).catch(() => null) : Promise.resolve(null);
      await Promise.allSettled([target, expanded, inForce, rules]);
      return { target, expanded, inForce, rules, since };
    });
  return {
    before: async (order) => (order.asked !== undefined && isFresh(order.asked) ? order.asked : ask(order)),

    ahead: ask,

    lately: async ({ asked, job }) => {
      const rules = asked !== undefined && job === null && isFresh(asked) ? await asked.rules : null;
      return rules === null ? null : { vault: (await asked!.inForce).vault, rules };
    },

    after: (userId, write) =>
      database.together(async (at) => {
        const asked = [vault.version(userId, at), filters.rulesOf(userId, at), write(at)] as const;
        const [version, rules] = await Promise.all(asked);
        return { vault: version, rules };
      }),
  };
}
