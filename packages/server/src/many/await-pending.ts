/** Machines where a person is asked: all waited for together, and after that for the end of those that were let through. */
import type { Executions } from '../follow-up/executions.ts';
import { type Answered, announce, type ManyOrder } from './many-order.ts';

const LOOK_SECONDS = 60;

/** `until`: how long a person is waited for. A caller that goes away cancels its approvals. */
export async function awaitPending(
  executions: Pick<Executions, 'decided' | 'get' | 'cancel'>,
  order: ManyOrder,
  asked: readonly Answered[],
  until: number,
): Promise<Answered[]> {
  const { workspaceId, signal } = order;
  const withdraw = (): void => {
    for (const { executionId } of asked) executions.cancel(workspaceId, executionId!).catch(() => undefined);
  };
  const settle = async (answer: Answered): Promise<Answered> => {
    const id = answer.executionId!;
    await executions.decided(workspaceId, id, Math.max(0, (until - Date.now()) / 1000), signal);
    let result = await executions.get(workspaceId, id, 0, signal);
    while (result.status === 'running' && !signal.aborted) {
      result = await executions.get(workspaceId, id, LOOK_SECONDS, signal);
    }
    return announce(order, { ...answer, result, refusal: result.refusal });
  };
  signal.addEventListener('abort', withdraw, { once: true });
  if (signal.aborted) withdraw();
  try {
    return await Promise.all(asked.map(settle));
  } finally {
    signal.removeEventListener('abort', withdraw);
  }
}
