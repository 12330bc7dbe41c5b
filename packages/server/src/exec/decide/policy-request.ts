/** A command as the policies are asked about it: who gave the order, where it would run, and when. */
import type { MachineRecord } from '../../machines/machines.ts';
import type { JudgedOrder } from '../../policy/index.ts';
import type { Order } from '../order.ts';

type Known = Omit<JudgedOrder, 'judgement' | 'secrets' | 'inForce'>;

export function judgedOrder(
  {
    workspaceId,
    actor,
    source,
    tokenLabel,
    requestId,
  }: Pick<Order, 'workspaceId' | 'actor' | 'source' | 'tokenLabel' | 'requestId'>,
  { slug, tags, confirmed }: Pick<MachineRecord, 'slug' | 'tags' | 'confirmed'>,
  container: string | null,
  at: number,
): Known {
  const machine = { slug, tags, confirmed, crew: actor?.crew ?? null };
  return { workspaceId, source, tokenLabel, requestId, machine, container, at };
}
