/** A caller's own key for an order: for a day, the same key is the same execution, on whichever instance it is asked for. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@synapse/contract';
import { type Clock, DAY_MS } from '../../clock.ts';
import type { Database, Queries } from '../../db/database.ts';
import { actorIdOf, type Order } from '../order.ts';
import { deleteKeyOf, findKey, insertKey } from './idempotency-store.ts';

export interface Idempotency {
  /** The execution that the order's key stands for; null: none yet. Throws where it was another order. */
  find(order: Order): Promise<string | null>;
  /** In the transaction that opens the execution: both or neither. Throws `KeyTaken`. Nothing for an order without a key. */
  claim(tx: Queries, order: Order, executionId: string): Promise<void>;
  /** The execution never ran, for a reason that passes: its key may be used again. In the transaction that closes it. */
  release(tx: Queries, userId: string, executionId: string): Promise<void>;
}

/** The same order came twice at the same moment, and the other one was faster. */
export class KeyTaken extends Error {}

const KEPT_MS = DAY_MS;

export function createIdempotency(database: Database, clock: Clock, digestKey: Buffer): Idempotency {
  const digestOf = (order: Order): Buffer => createHmac('sha256', digestKey).update(asText(order)).digest();
  return {
    find: async (order) => {
      const name = order.request.idempotency_key;
      if (name === undefined) return null;
      const known = await findKey(database.queries, actorIdOf(order), name, clock());
      if (known === null) return null;
      if (!timingSafeEqual(known.digest, digestOf(order))) throw new Refusal('idempotency_mismatch', { key: name });
      return known.execution_id;
    },

    claim: async (tx, order, executionId) => {
      const name = order.request.idempotency_key;
      if (name === undefined) return;
      const now = clock();
      const row = {
        user_id: actorIdOf(order),
        name,
        digest: digestOf(order),
        execution_id: executionId,
        workspace_id: order.workspaceId,
        expires_at: now + KEPT_MS,
      };
      if (!(await insertKey(tx, row, now))) throw new KeyTaken();
    },

    release: deleteKeyOf,
  };
}

/** What makes an order another one. How long its answer is waited for does not. */
function asText({ request, look = false, actor }: Order): string {
  const { idempotency_key: _key, wait_seconds: _wait, ...rest } = request;
  const where = actor === undefined ? [] : [actor.crew];
  return JSON.stringify([...where, look, ...Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
