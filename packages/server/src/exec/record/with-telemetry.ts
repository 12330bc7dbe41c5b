/** Follows an order from here to its answer, for whoever operates the service: how long each stage takes, how it ends. */
import { Refusal } from '@synapse/contract';
import type { Journeys } from '../../telemetry/execution-timing.ts';
import type { Order } from '../order.ts';
import type { RedactedResult } from '../answer/redacted-result.ts';
import type { RunExec } from '../run-exec.ts';

export interface WayServices {
  readonly journeys: Journeys;
}

export async function onItsWay({ journeys }: WayServices, order: Order, run: RunExec): Promise<RedactedResult> {
  const journey = journeys.begin(order.requestId);
  journey.note({ source: order.source, user_id: order.userId });
  try {
    return await run({ ...order, journey });
  } catch (error) {
    journey.note({ code: error instanceof Refusal ? error.code : 'internal' });
    throw error;
  } finally {
    journey.answered();
  }
}
