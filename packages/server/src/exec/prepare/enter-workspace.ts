/** Whose machine an order names: `web1` is one's own, `ops/web1` that of the crew `ops`. */
import { argumentsInvalid, because, type CrewAction, parseOrRefuse, Refusal, Slug } from '@synapse/contract';
import * as z from 'zod';
import { type Access, assertCan } from '../../access/access.ts';
import { actorIdOf, type Order } from '../order.ts';

type Given = Pick<Order, 'workspaceId' | 'role' | 'pilot' | 'machines' | 'actor' | 'look'> & {
  readonly request: Pick<Order['request'], 'machine'>;
};

/** The right that an order needs in a crew. */
export const actionOf = ({ look }: Pick<Order, 'look'>): CrewAction => (look === true ? 'look' : 'run');

/** The slug of the crew, and what is named in it. Null: one's own. */
export function readAddress(name: string): { readonly crew: string | null; readonly slug: string } {
  const at = name.indexOf('/');
  return at < 0 ? { crew: null, slug: name } : { crew: name.slice(0, at), slug: name.slice(at + 1) };
}

const OwnSlug = z.object({ machine: Slug });

/**
 * The slug of a machine of this workspace, whose name may repeat the crew. Throws arguments_invalid for a machine of
 * another workspace.
 */
export function slugHere(workspace: { readonly crew: string | null }, machine: string): string {
  const { crew, slug } = readAddress(machine);
  if (crew === null || crew === workspace.crew) return parseOrRefuse(OwnSlug, { machine: slug }).machine;
  throw argumentsInvalid([{ field: 'machine', problem: because('machine_elsewhere') }]);
}

/**
 * The order in the workspace of its machine. Throws plan_required for a machine of one's own, not_found where one is no
 * member of the crew, role_required where the role does not allow it; `tell` knows the workspace by then.
 */
export async function enterWorkspace<O extends Given>(
  access: Pick<Access, 'enter'>,
  order: O,
  action: CrewAction,
  tell: (entered: O) => void = () => undefined,
): Promise<O> {
  const { crew, slug } = readAddress(order.request.machine);
  if (crew === null) {
    if (order.pilot === false) throw new Refusal('plan_required');
    return order;
  }
  const userId = actorIdOf(order);
  const workspace = await access.enter(userId, crew);
  const entered = {
    ...order,
    workspaceId: workspace.id,
    actor: { id: userId, username: workspace.username, role: order.role, crew },
    machines: order.machines == null ? order.machines : ofCrew(order.machines, crew),
    request: { ...order.request, machine: slug },
  };
  tell(entered);
  assertCan(workspace, action);
  return entered;
}

/** Those of the machines that a caller is limited to that belong to the crew. */
const ofCrew = (machines: readonly string[], crew: string): string[] =>
  machines.map(readAddress).flatMap((one) => (one.crew === crew ? [one.slug] : []));
