/** What instances tell each other. With one instance, it stays in the process. */
import { EventEmitter } from 'node:events';
import { within } from '../background/wait.ts';

/**
 * Small messages, JSON except for `send`, delivered at most once to every subscriber on every instance, the sender's
 * own included. Nothing here throws. A message that cannot be delivered is lost, and the database stays the only truth.
 */
export interface Bus {
  publish(topic: string, message: unknown): void;
  /** Returns a function that ends the subscription. */
  subscribe(topic: string, handler: (message: unknown) => void): () => void;
  /** The answer of the responder on that topic. Null without one, or when it is late. */
  request(topic: string, message: unknown, withinMs: number): Promise<unknown>;
  /** Answers requests; null is an answer too. At most one responder per topic. Returns a function that ends it. */
  respond(topic: string, handler: (message: unknown) => unknown): () => void;
  /** Like publish, for raw bytes up to MESSAGE_BYTES, sealed by the sender. What cannot be sent now is lost. */
  send(topic: string, bytes: Uint8Array): void;
  receive(topic: string, handler: (bytes: Uint8Array) => void): () => void;
  /** Whether it reaches other instances at all. */
  readonly shared: boolean;
  /** False while the other instances cannot be reached. */
  connected(): boolean;
  close(): Promise<void>;
}

/** What becomes of messages, for the metrics. */
export type BusOutcome = 'sent' | 'received' | 'lost' | 'refused' | 'unanswered';

export interface BusMeter {
  count(outcome: BusOutcome): void;
  answeredIn(seconds: number): void;
}

/** The largest message: NATS refuses larger ones by default. */
export const MESSAGE_BYTES = 1024 * 1024;

export function createLocalBus(): Bus {
  const emitter = new EventEmitter().setMaxListeners(0);
  const responders = new Map<string, (message: unknown) => unknown>();
  return {
    publish: (topic, message) => {
      const copy = throughJson(message);
      setImmediate(() => emitter.emit(topic, copy()));
    },
    subscribe: (topic, handler) => {
      emitter.on(topic, handler);
      return () => emitter.off(topic, handler);
    },
    request: async (topic, message, withinMs) => {
      const responder = responders.get(topic);
      if (responder === undefined) return null;
      const answering = async () => throughJson(await responder(throughJson(message)()))();
      return within(
        answering().catch(() => null),
        withinMs,
      );
    },
    respond: (topic, handler) => {
      responders.set(topic, handler);
      return () => responders.delete(topic);
    },
    send: (topic, bytes) => {
      const copy = Uint8Array.from(bytes);
      setImmediate(() => emitter.emit(`bytes.${topic}`, copy));
    },
    receive: (topic, handler) => {
      emitter.on(`bytes.${topic}`, handler);
      return () => emitter.off(`bytes.${topic}`, handler);
    },
    shared: false,
    connected: () => true,
    close: async () => {
      emitter.removeAllListeners();
      responders.clear();
    },
  };
}

/** Copied, as between instances, so that objects are never shared by accident. */
function throughJson(message: unknown): () => unknown {
  const text = JSON.stringify(message ?? null);
  return () => JSON.parse(text);
}
