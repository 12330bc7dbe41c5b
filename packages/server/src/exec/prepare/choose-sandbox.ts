/** The sandbox of a command that may only look: asked for so, or because the policy says so. */
import type { Sandbox } from '@synapse/runner';
import type { Look } from '../../look/look.ts';
import type { MachineRecord } from '../../machines/machines.ts';
import type { Order } from '../order.ts';
import type { UnexpectedErrors } from '../record/unexpected-errors.ts';
import { unsupported } from './placeholders/placeholder.ts';

export interface SandboxServices {
  readonly look: Look;
  readonly unexpected: UnexpectedErrors;
}

/** Null: it runs as any other. Throws look_unavailable: what may only look never runs without. */
export async function chooseSandbox(
  { look, unexpected }: SandboxServices,
  order: Order,
  target: MachineRecord,
  {
    container,
    onlyLooks,
    secretsUsed,
  }: { container: string | null; onlyLooks: boolean; secretsUsed: readonly string[] },
): Promise<Sandbox | null> {
  if (!onlyLooks) return null;
  if (secretsUsed.length > 0) throw unsupported(secretsUsed[0]!, 'look');
  const work = { requestId: order.requestId, executionId: null, machineId: target.id };
  return unexpected.during(work, () => look.sandboxOf(target, container));
}
