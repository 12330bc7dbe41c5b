/** What instances tell each other. With one instance, it stays in the process. */
import { EventEmitter } from 'node:events';

/** Small JSON messages, delivered at most once, to every subscriber on every instance, the sender's own included. */
export interface Bus {
  publish(topic: string, message: unknown): void;
  /** Returns a function that ends the subscription. */
  subscribe(topic: string, handler: (message: unknown) => void): () => void;
  close(): Promise<void>;
}

export function createLocalBus(): Bus {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    publish: (topic, message) => {
      // Through JSON, as between instances: nobody comes to share an object by accident.
      const text = JSON.stringify(message);
      setImmediate(() => emitter.emit(topic, JSON.parse(text)));
    },
    subscribe: (topic, handler) => {
      emitter.on(topic, handler);
      return () => emitter.off(topic, handler);
    },
    close: async () => void emitter.removeAllListeners(),
  };
}
