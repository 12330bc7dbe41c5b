/** Carries `notifications/cancelled` to the instance that runs the call. */
import type { Bus } from '../../bus/bus.ts';
import { isObject } from './json-rpc.ts';
import type { CallKey, CancelBus } from './running-calls.ts';

const TOPIC = 'mcp.cancel';

export function mcpCancelBus(bus: Bus): CancelBus {
  return {
    publish: (key) => bus.publish(TOPIC, key),
    subscribe: (listener) =>
      bus.subscribe(TOPIC, (key) => {
        if (isCallKey(key)) listener(key);
      }),
  };
}

function isCallKey(key: unknown): key is CallKey {
  if (!isObject(key)) return false;
  const { tokenId, client, id } = key;
  return (
    typeof tokenId === 'string' && typeof client === 'string' && (typeof id === 'string' || typeof id === 'number')
  );
}
