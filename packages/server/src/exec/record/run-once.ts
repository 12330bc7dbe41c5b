/** An order with an idempotency key runs once: repeating it returns the same execution, running or ended. */
import type { RedactedResult } from '../answer/redacted-result.ts';
import { type AskServices, awaitAnswer } from '../decide/request-approval.ts';
import type { Order } from '../order.ts';
import type { RunExec } from '../run-exec.ts';
import { type Idempotency, KeyTaken } from './idempotency.ts';

export interface OnceServices extends AskServices {
  readonly idempotency: Idempotency;
}

export function runOnce(services: OnceServices, run: RunExec): RunExec {
  const { idempotency } = services;
  return async (order) => {
    if (order.request.idempotency_key === undefined) return run(order);
    const known = await idempotency.find(order);
    if (known !== null) return sameAnswer(services, order, known);
    try {
      return await run(order);
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error;
      const taken = await idempotency.find(order);
      if (taken === null) throw error;
      return sameAnswer(services, order, taken);
    }
  };
}

/** A repeated call that goes away cancels nothing: the execution belongs to the first. */
function sameAnswer(services: OnceServices, order: Order, executionId: string): Promise<RedactedResult> {
  return awaitAnswer(services, order, executionId, { withdraws: false });
}
