/** An order for many machines, and what is known of each of them. */
import type { ExecManyRequest, ManyEvent, Refusal } from '@synapse/contract';
import type { Order } from '../exec/order.ts';
import type { MachineAnswer } from './group-answers.ts';

/** Who asks for it, as for a single command. */
export interface ManyOrder extends Omit<Order, 'request' | 'onProgress'> {
  readonly request: ExecManyRequest;
  readonly onProgress?: (message: string, done: number, total: number) => void;
  /** What becomes of each machine, as it happens. */
  readonly onMachine?: (event: ManyEvent) => void;
}

export interface Answered extends MachineAnswer {
  /** Why it was refused, where that is about the caller: rate, role or plan. */
  readonly limited: Refusal | null;
}

export const isFailed = ({ result }: MachineAnswer): boolean => !result.success && !isOpen(result);

/** It runs, or waits for a person. */
export const isOpen = ({ status }: MachineAnswer['result']): boolean => status === 'running' || status === 'pending';

/** Tells the watcher how it ended. */
export function announce(order: ManyOrder, answer: Answered): Answered {
  const { machine, executionId, result } = answer;
  if (isOpen(result)) return answer;
  order.onMachine?.({
    machine,
    state: result.success ? 'succeeded' : 'failed',
    exit_code: result.exit_code,
    ...(executionId === null ? {} : { execution_id: executionId }),
  });
  return answer;
}
