/** Where an order would run: its machine, if it may be used now, and the container on it. */
import type { Queries } from '../../db/database.ts';
import type { Machines } from '../../machines/machines.ts';
import type { Order } from '../order.ts';
import { chooseContainer, refuseInactive } from './check-command.ts';

type Wanted = Pick<Order, 'workspaceId' | 'role' | 'machines'> & {
  readonly request: Pick<Order['request'], 'machine' | 'container'>;
};

export async function findTarget(machines: Machines, order: Wanted, at?: Queries) {
  const target = await machines.find(order, order.request.machine, at);
  machines.assertLocalAllowed(order, target);
  refuseInactive(target);
  return { target, container: chooseContainer(target, order.request.container) };
}
