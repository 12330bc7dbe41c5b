/** Loads what an order needs from the database: in one round trip before it is opened, and one after it ended. */
import type { Aliases } from '../../aliases/aliases.ts';
import type { Database, Queries } from '../../db/database.ts';
import type { OwnFilters } from '../../filters/filters.ts';
import type { WorkspaceId } from '../../ids.ts';
import type { Machines } from '../../machines/machines.ts';
import { readInForce } from '../../policy/index.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Order } from '../order.ts';
import { findTarget } from './find-target.ts';
import type { OrderState, OwnerState } from './state.ts';

/** The part of the order that decides what is loaded. */
type StateQuery = Pick<Order, 'workspaceId' | 'actor' | 'role' | 'machines' | 'request'>;

export interface StateLoader {
  load(order: StateQuery): Promise<OrderState>;
  /** Rejects while the database is away. `write` is sent in the same round trip. */
  reload(workspaceId: WorkspaceId, write: (at: Queries) => Promise<void>): Promise<OwnerState>;
}

export interface StateLoaderServices {
  readonly database: Pick<Database, 'together'>;
  readonly machines: Machines;
  readonly aliases: Aliases;
  readonly vault: Pick<Vault, 'version'>;
  readonly filters: Pick<OwnFilters, 'rulesOf'>;
}

export function createStateLoader({ database, machines, aliases, vault, filters }: StateLoaderServices): StateLoader {
  return {
    load: (order) =>
      database.together(async (at) => {
        const target = findTarget(machines, order, at);
        const expanded = aliases.expand(order.workspaceId, order.request, at, order.actor?.id);
        const inForce = readInForce(at, order.workspaceId, order.actor);
        await Promise.allSettled([target, expanded, inForce]);
        return { target, expanded, inForce };
      }),

    reload: (workspaceId, write) =>
      database.together(async (at) => {
        const asked = [vault.version(workspaceId, at), filters.rulesOf(workspaceId, at), write(at)] as const;
        const [version, rules] = await Promise.all(asked);
        return { vault: version, rules };
      }),
  };
}
