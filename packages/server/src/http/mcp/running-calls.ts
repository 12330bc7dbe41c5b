/** The calls that run now, so that a `notifications/cancelled` in another request can reach them. */

import type { Bus } from '../../bus/bus.ts';
import { isObject, type RpcId } from './json-rpc.ts';

/**
 * Whose call it is. Every client counts its ids from the same number, and one token may serve several clients, so an id
 * alone identifies no call. The label tells the clients of a token apart.
 */
export interface CallKey {
  readonly tokenId: string;
  readonly client: string;
  /** It keeps its type: 1 and "1" are two calls. */
  readonly id: RpcId;
}

export interface RunningCalls {
  readonly size: number;
  /** Returns a function that removes the call again. */
  add(key: CallKey, abort: AbortController): () => void;
  /** Aborts the call of that key, here or on another instance. */
  cancel(key: CallKey): void;
  /** Aborts every call, for a stop that waits no longer. */
  abortAll(): void;
  close(): void;
}

interface RunningCall {
  readonly key: CallKey;
  readonly abort: AbortController;
}

/** The topic of cancellations for other instances. */
const TOPIC = 'mcp.cancel';

export function createRunningCalls(bus: Bus): RunningCalls {
  // Calls come and go all the time but are rarely cancelled, so searching the list for one is fine.
  const running = new Set<RunningCall>();
  const unsubscribe = bus.subscribe(TOPIC, (key) => {
    if (isCallKey(key)) cancelHere(key);
  });

  function cancelHere({ tokenId, client, id }: CallKey): boolean {
    const meant = [...running].filter(({ key }) => key.id === id && key.client === client && key.tokenId === tokenId);
    // Two calls under one key: it is unclear which one is meant. Killing the wrong one loses work; killing none only
    // lets a call run to its own deadline.
    if (meant.length === 1) meant[0]!.abort.abort(new DOMException('cancelled by the client', 'AbortError'));
    return meant.length > 0;
  }

  return {
    get size() {
      return running.size;
    },
    add(key, abort) {
      const call = { key, abort };
      running.add(call);
      return () => void running.delete(call);
    },
    cancel(key) {
      if (!cancelHere(key)) bus.publish(TOPIC, key);
    },
    abortAll() {
      for (const { abort } of running) abort.abort();
    },
    close: unsubscribe,
  };
}

function isCallKey(key: unknown): key is CallKey {
  if (!isObject(key)) return false;
  const { tokenId, client, id } = key;
  return (
    typeof tokenId === 'string' && typeof client === 'string' && (typeof id === 'string' || typeof id === 'number')
  );
}
