/** Measures an order for metrics and traces: how long each stage takes, and how it ends. */
import { Refusal } from '@synapse/contract';
import type { ExecutionTimings } from '../../telemetry/execution-timing.ts';
import type { RedactedResult } from '../answer/redacted-result.ts';
import type { Order } from '../order.ts';
import type { RunExec } from '../run-exec.ts';

export interface TelemetryServices {
  readonly timings: ExecutionTimings;
}

export async function withTelemetry(
  { timings }: TelemetryServices,
  order: Order,
  run: RunExec,
): Promise<RedactedResult> {
  const timing = timings.begin(order.requestId);
  timing.note({ source: order.source, user_id: order.userId });
  try {
    return await run({ ...order, timing });
  } catch (error) {
    timing.note({ code: error instanceof Refusal ? error.code : 'internal' });
    throw error;
  } finally {
    timing.answered();
  }
}
