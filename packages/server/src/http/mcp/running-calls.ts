/** The calls that run now, so that a `notifications/cancelled` in another request can reach them. */
import type { RpcId } from './json-rpc.ts';

/**
 * Whose call it is. Every client counts its ids from the same number and one token may serve several
 * clients, so an id alone names no call: the label tells the clients of a token apart.
 */
export interface CallKey {
  readonly tokenId: string;
  readonly client: string;
  readonly id: RpcId;
}

/** Carries cancellations to the other instances of the service. */
export interface CancelBus {
  publish(key: string): void;
  /** Returns how to stop listening. */
  subscribe(listener: (key: string) => void): () => void;
}

export interface RunningCalls {
  readonly size: number;
  /** Returns how to take the call off again. */
  add(key: CallKey, abort: AbortController): () => void;
  /** Aborts the call of that key, here or, with a bus, on another instance. */
  cancel(key: CallKey): void;
  /** Aborts every call, for a stop that waits no longer. */
  abortAll(): void;
  close(): void;
}

export function createRunningCalls(bus?: CancelBus): RunningCalls {
  const running = new Map<string, Set<AbortController>>();
  let size = 0;
  const unsubscribe = bus?.subscribe((key) => cancelHere(key));

  function cancelHere(key: string): boolean {
    const calls = running.get(key);
    // Two calls under one key: which is meant cannot be known. To kill the wrong one loses work, to kill
    // none only lets a call run to its own deadline.
    if (calls?.size !== 1) return calls !== undefined;
    for (const abort of calls) abort.abort(new DOMException('cancelled by the client', 'AbortError'));
    return true;
  }

  return {
    get size() {
      return size;
    },
    add(callKey, abort) {
      const key = writeKey(callKey);
      const calls = running.get(key);
      if (calls === undefined) running.set(key, new Set([abort]));
      else calls.add(abort);
      size++;
      return () => {
        const now = running.get(key);
        if (!now?.delete(abort)) return;
        size--;
        if (now.size === 0) running.delete(key);
      };
    },
    cancel(callKey) {
      const key = writeKey(callKey);
      if (!cancelHere(key)) bus?.publish(key);
    },
    abortAll() {
      for (const calls of running.values()) for (const abort of calls) abort.abort();
    },
    close: () => unsubscribe?.(),
  };
}

/** The id keeps its type: 1 and "1" are two calls. */
function writeKey({ tokenId, client, id }: CallKey): string {
  return JSON.stringify([tokenId, client, id]);
}
