/** Measures an order for metrics and traces: how long each stage takes, and how it ends. */
import { Refusal } from '@synapse/contract';
import type { ExecutionTimings } from '../../telemetry/execution-timing.ts';
import { actorIdOf } from '../order.ts';
import type { RunExec } from '../run-exec.ts';

export interface TelemetryServices {
  readonly timings: ExecutionTimings;
}

export function withTelemetry({ timings }: TelemetryServices, run: RunExec): RunExec {
  return async (order) => {
    const timing = timings.begin(order.requestId);
    timing.note({ source: order.source, user_id: actorIdOf(order) });
    try {
      return await run({ ...order, timing });
    } catch (error) {
      timing.note({ code: error instanceof Refusal ? error.code : 'internal' });
      throw error;
    } finally {
      timing.answered();
    }
  };
}
