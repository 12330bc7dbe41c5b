/** Carries `notifications/cancelled` to the instance that runs the call. */
import type { Bus } from '../../bus/bus.ts';
import type { CancelBus } from './running-calls.ts';

const TOPIC = 'mcp.cancel';

export function mcpCancelBus(bus: Bus): CancelBus {
  return {
    publish: (key) => bus.publish(TOPIC, key),
    subscribe: (listener) => bus.subscribe(TOPIC, (key) => listener(String(key))),
  };
}
